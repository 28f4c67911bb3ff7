"""The version, which publications name too."""

VERSION = "0.1.0"
