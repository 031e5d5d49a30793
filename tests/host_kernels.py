"""Kernels of a GPU compiled for this machine, where it has a compiler."""

import ctypes
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import spminer.encoder.device

HERE = Path(__file__).parent.parent
DRIVERS = next(path for path in (HERE / "encoder" / "device", HERE / "tests" / "encoder" / "device") if path.exists())


def on_host(driver, folder):
    """The library of a driver of tests/encoder/device, with the kernel that it includes; lanes are threads."""
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None or os.name != "posix":
        pytest.skip("needs a C++ compiler")
    built = Path(folder) / f"{driver}.so"
    kernels = Path(spminer.encoder.device.__file__).parent
    options = ["-std=c++20", "-O1", "-shared", "-fPIC", "-pthread", "-DkLanes=3", f"-I{DRIVERS}", f"-I{kernels}"]
    subprocess.run([compiler, *options, "-x", "c++", str(DRIVERS / driver), "-o", str(built)], check=True)
    return ctypes.CDLL(str(built))
