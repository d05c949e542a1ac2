"""Do they agree: solutions against the spec, fingerprints, the verdict, the witness."""
