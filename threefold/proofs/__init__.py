"""The prover: writes certificates that `threefold.verifier` checks."""
