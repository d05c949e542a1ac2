"""Who sees the dead end first: what unit propagation, CP propagation and the linear relaxation conclude from a partial board."""
