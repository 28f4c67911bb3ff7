"""The core broken on purpose, to see whether the tests notice: `python -m tests.trust.mutations`.

`__main__` says which tests are for which module, and runs Cosmic Ray; `explained.toml` lists the
mutants that nothing can notice, and why.
"""
