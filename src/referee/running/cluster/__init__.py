"""Fits on the workers of a Dask cluster: what is done here, on the machine of the user, and there, on the workers."""
