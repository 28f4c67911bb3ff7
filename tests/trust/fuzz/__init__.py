"""Hostile input to every parser and every public entry point.

The only outcomes that are allowed are an answer and a `RiskError` of one line; on the command line,
exit status 2 with one line on standard error and nothing on standard output.

- `targets`: what is called, and what must hold; `directories`: published directories that were
  changed, and `files`, the bytes of one; `addresses`: those of the calculator, which `node` reads;
- `python -m tests.trust.fuzz`: random values from hypothesis.
"""
