import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spminer.graphs.external.numbers import NumberedIds

NO_NAMES = (np.empty(0, np.uint8), np.empty(0, np.int64))
batches = st.lists(
    st.lists(st.one_of(st.integers(0, 12), st.integers(0, 2**63 - 1)), min_size=1, max_size=12), min_size=1, max_size=5
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(batches=st.one_of(batches, st.permutations(range(20)).map(lambda ids: [ids])), budget=st.integers(1, 3000))
def test_nodes_are_ranks(scratch, batches, budget):
    with scratch(budget) as room:
        ids = NumberedIds(room)
        for batch in batches:
            ids.add(np.array(batch, dtype=np.int64), NO_NAMES)
        every = sorted({one for batch in batches for one in batch})
        assert ids.finish() == len(every)
        for number, batch in enumerate(batches):
            nodes = ids.nodes_of(number, np.array(batch, dtype=np.int64))
            assert [every[node] for node in nodes] == batch
        sections = {name: [one for piece in pieces for one in piece.tolist()] for name, pieces in ids.sections()}
        assert sections == ({} if every == list(range(len(every))) else {"node_ids": every})
