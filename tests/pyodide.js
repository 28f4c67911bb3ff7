// Runs a Python program in WebAssembly: `node pyodide.js PROGRAM PACKAGE…`, where each package is a folder of the machine
// that the program can import.  Needs the npm package pyodide.

const { basename } = require("node:path");
const { loadPyodide } = require("pyodide");

async function main([program, ...packages]) {
  const python = await loadPyodide();
  python.FS.mkdir("/packages");
  for (const folder of packages) {
    python.FS.mkdir(`/packages/${basename(folder)}`);
    python.mountNodeFS(`/packages/${basename(folder)}`, folder);
  }
  python.runPython('import sys; sys.dont_write_bytecode = True; sys.path.append("/packages")');
  await python.runPythonAsync(program);
}

main(process.argv.slice(2)).catch((error) => {
  console.error(String(error.message ?? error));
  process.exitCode = 1;
});
