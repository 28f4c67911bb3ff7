"""The site: pages that any static host serves, and that open from a file."""
