"""The note: the theorems on battles for readers of mathematics, with their proofs by hand.

- `battles`: a line of territories as linear operators, and a criterion for whole lines;
- `checks`: the finite checks that the proofs name, in whole fractions;
- `values`: every number in the text; `pictures`; `note.tex`: the text;
- `__main__`: `python -m proofs.note [FILE]`, which makes the checks, the pictures and the PDF.
"""
