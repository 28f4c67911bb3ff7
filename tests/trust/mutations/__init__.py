"""The core broken on purpose, to see whether the tests notice: `python -m tests.trust.mutations`.

- `__main__`: which tests are for which module, and Cosmic Ray's runs;
- `forks`: a process that has imported what the tests need, and forks for each mutant;
- `knock`: the command that Cosmic Ray runs, which asks that process;
- `explained.toml`: the mutants that nothing can notice, and why.
"""
