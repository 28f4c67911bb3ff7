"""Pictures of battles, campaigns and rules, as matplotlib figures with alternative text."""
