"""The version of this package, which is that of jzfof."""

VERSION = "1.0.0"
