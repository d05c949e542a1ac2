"""The page: HTML, CSS and JavaScript. It is a package so that these files are package data."""
