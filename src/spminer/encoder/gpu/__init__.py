"""The encoder on a GPU, by CUDA kernels: signatures, embeddings and penalties stay there, and only scores come back.

:mod:`spminer._util.devices` says which device is meant, and nothing here is imported without a GPU. Tests run the
sources of the kernels on the CPU and compare them with the native core.
"""
