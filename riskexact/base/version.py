"""The version: of the package, and of the publications that it makes."""

VERSION = "0.3.0"
