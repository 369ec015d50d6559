"""One file for each variant, which declares it as `VARIANT`; adding a file adds the variant."""
