"""The fuzz targets, one file each with its seeds, dictionary and options."""
