"""The encoder on a device, by torch: signatures, embeddings and penalties that stay there, and only scores come back.

:mod:`spminer.running.device` says which device is meant, and nothing here is imported without one. The same code runs
on torch's CPU tensors, which is how it is tested against the native core.
"""
