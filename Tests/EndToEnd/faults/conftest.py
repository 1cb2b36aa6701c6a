"""A world for each cell of the matrix of faults."""

from contextlib import closing

import pytest

from support.downloads import Bench


@pytest.fixture
def bench(request):
    options = request.config.option
    with closing(Bench(options.bin.resolve(), options.seed, options.data)) as bench:
        # Certificates are trusted by the daemon's environment, so these cells start it themselves.
        if not request.node.get_closest_marker("starts_itself"):
            bench.start_or_skip()
        yield bench
