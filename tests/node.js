// Calls functions of the page: `node node.js PAGE`, where PAGE is a script that makes its modules one
// object, `page`.  A line of JSON comes in for each call, [function, arguments], and one goes out:
// what it returned, whole numbers of any size as texts, or the key and the values of its fault.

const { readFileSync } = require("node:fs");
const { createInterface } = require("node:readline");
const { runInThisContext } = require("node:vm");

runInThisContext(readFileSync(process.argv[2], "utf8"), { filename: "page.js" });
createInterface({ input: process.stdin, terminal: false }).on("line", (line) => {
  const [name, values] = JSON.parse(line);
  const answer = () => {
    try {
      return { value: page[name](...values) };
    } catch (error) {
      return error.key ? { fault: error.key, values: error.values } : { error: String(error.stack) };
    }
  };
  console.log(JSON.stringify(answer(), (_, value) => (typeof value === "bigint" ? `${value}` : value)));
});
