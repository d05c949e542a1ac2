"""The completion scripts of the shells, as files of the package."""
