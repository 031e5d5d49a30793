import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spminer.graphs.external.names import NumberedNames
from spminer.graphs.store.names import TextNames, packed_names

NO_IDS = np.empty(0, np.int64)
batches = st.lists(st.lists(st.text(max_size=3), min_size=1, max_size=12, unique=True), min_size=1, max_size=5)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(batches=batches, budget=st.integers(1, 3000))
def test_names_are_numbered_by_first_sight(scratch, batches, budget):
    with scratch(budget) as room:
        names = NumberedNames(room)
        for batch in batches:
            names.add(NO_IDS, packed_names(batch))
        every = list(dict.fromkeys(name for batch in batches for name in batch))
        assert names.finish() == len(every)
        for number, batch in enumerate(batches):
            local = np.arange(len(batch))[::-1]
            assert [every[node] for node in names.nodes_of(number, local)] == batch[::-1]
        sections = {name: np.concatenate(list(pieces)) for name, pieces in names.sections()}
        assert list(TextNames(sections["node_names"], sections["node_name_ends"])) == every
