"""One file a variant; adding one touches nothing else."""
