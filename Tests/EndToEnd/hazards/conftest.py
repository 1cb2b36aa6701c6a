"""A world for each row of the table of hazards."""

from contextlib import closing

import pytest

from support.cages import Bench


@pytest.fixture
def bench(request):
    with closing(Bench(request.config.option.bin.resolve())) as bench:
        bench.start_or_skip()
        yield bench
