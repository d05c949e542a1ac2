"""One module per part of the page. Its functions are called in a guarded child: function(report, asked) → a dict for JSON."""
