"""Files for Coq, each of which states one answer and proves it."""
