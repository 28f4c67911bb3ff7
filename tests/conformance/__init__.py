"""Programs of others on the test vectors."""
