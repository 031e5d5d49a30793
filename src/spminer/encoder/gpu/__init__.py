"""The encoder on a GPU, by CUDA kernels: signatures, embeddings and penalties stay there, only scores come back.

:mod:`spminer._util.devices` chooses the device; the native backend on a CPU imports nothing of this.
Tests run the sources of the kernels on the CPU and compare them with the native core.
"""
