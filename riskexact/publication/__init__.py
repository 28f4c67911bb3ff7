"""Published tables that anyone can check: data files, printed tables, pictures and pages."""
