"""Published data sets by name: catalog, download, and the folder that keeps them."""

from spminer.fetching.cache import Fetched, fetch, fetched_files, path_of
from spminer.fetching.catalog import CATALOG, Dataset, find_dataset
from spminer.fetching.folder import data_folder

__all__ = ["CATALOG", "Dataset", "Fetched", "data_folder", "fetch", "fetched_files", "find_dataset", "path_of"]
