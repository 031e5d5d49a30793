"""The encoder on a GPU, by CUDA kernels: signatures, embeddings and penalties stay there, only scores come back.

:mod:`spminer._util.devices` chooses the device; the native backend on a CPU does not import this package. Tests run the
sources of the kernels on the CPU and compare them with the core.
"""
