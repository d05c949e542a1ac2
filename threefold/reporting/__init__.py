"""Reports: tables, figures and sentences, made from records and from nothing else. Same records, same bytes."""
