"""One JavaScript module per part of the page."""
