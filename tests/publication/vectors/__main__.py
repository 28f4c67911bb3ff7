"""`python -m tests.publication.vectors` writes the test vectors into the package again."""

from pathlib import Path

from riskexact.publication import vectors
from riskexact.publication.vectors.question import computed
from tests.publication.vectors import made_files

for name, content in made_files(computed).items():
    Path(vectors.__file__).with_name(vectors.OTHER_NAMES.get(name, name)).write_bytes(content)
