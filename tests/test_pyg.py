import networkx as nx
import numpy as np
import pytest
import torch
from torch_geometric.data import Data, HeteroData, InMemoryDataset
from torch_geometric.loader import DataLoader
from torch_geometric.transforms import Compose
from torch_geometric.utils import from_networkx

import spminer
from spminer.pyg import AddMotifCounts


def random_data(seed, x=True):
    graph = nx.gnm_random_graph(10, 16, seed=seed)
    data = from_networkx(graph)
    data.num_nodes = 10
    if x:
        data.x = torch.full((10, 2), 0.5)
    data.y = torch.tensor([seed % 2])
    return graph, data


def test_nodes_have_the_counts_of_their_profile():
    graph, data = random_data(1)
    added = AddMotifCounts()(data)
    assert added.x.dtype == torch.float32
    assert torch.equal(added.x[:, :2], data.x)
    assert np.array_equal(added.x[:, 2:].numpy(), spminer.profile(graph).counts)
    assert data.x.shape == (10, 2)  # a transform leaves its argument alone


def test_attribute_and_logarithm():
    graph, data = random_data(2, x=False)
    added = AddMotifCounts("triangle", attr_name="motifs", log=True)(data)
    expected = [np.log1p(count) for count in nx.triangles(graph).values()]
    assert added.motifs.ravel().tolist() == pytest.approx(expected, rel=1e-6)
    assert "x" not in added
    assert AddMotifCounts("triangle")(data).x.shape == (10, 1)


def test_graphs_have_numbers_of_occurrences():
    graph, data = random_data(3)
    added = AddMotifCounts(["triangle", "path:3", "cycle:6"], rows="graphs", induced=False)(data)
    triangles = sum(nx.triangles(graph).values()) // 3
    paths = sum(degree * (degree - 1) // 2 for _, degree in graph.degree)
    cycles = sum(len(cycle) == 6 for cycle in nx.simple_cycles(graph, length_bound=6))
    assert added.motif_counts.tolist() == [[triangles, paths, cycles]]


def test_a_flat_x_gains_columns():
    data = Data(edge_index=torch.tensor([[0, 1], [1, 0]]), x=torch.tensor([1.0, 2.0]))
    assert AddMotifCounts("path:3")(data).x.tolist() == [[1, 0, 0], [2, 0, 0]]


@pytest.mark.parametrize("rows", ["nodes", "graphs"])
def test_a_data_set_at_once(rows):
    several = [random_data(seed)[1] for seed in range(7)]
    transform = AddMotifCounts(rows=rows, attr_name="motifs")
    at_once = transform.apply_all(several)
    assert all(torch.equal(one.motifs, transform(data).motifs) for one, data in zip(at_once, several, strict=True))
    assert not any("motifs" in data for data in several)
    assert transform.apply_all([]) == []


def test_in_data_sets_and_loaders(tmp_path):
    class Made(InMemoryDataset):
        def __init__(self, root, pre_transform):
            super().__init__(root, pre_transform=pre_transform)
            self.load(self.processed_paths[0])

        @property
        def processed_file_names(self):
            return ["data.pt"]

        def process(self):
            made = [self.pre_transform(random_data(seed)[1]) for seed in range(4)]
            self.save(made, self.processed_paths[0])

    transform = Compose([AddMotifCounts(), AddMotifCounts("triangle", rows="graphs")])
    [batch] = DataLoader(Made(str(tmp_path), transform), batch_size=4)
    assert batch.x.shape == (40, 2 + 14)
    assert batch.motif_counts.shape == (4, 1)


def test_what_is_refused():
    with pytest.raises(spminer.UsageError, match="unknown rows"):
        AddMotifCounts(rows="edges")
    with pytest.raises(spminer.InputError, match="not a PyG object"):
        AddMotifCounts()(HeteroData())
    assert repr(AddMotifCounts("triangle")) == "AddMotifCounts(1 positions, rows='nodes')"
