"""One thread for every fit, as in a worker: small fits on several threads mostly wait for each other."""

import pytest
from threadpoolctl import threadpool_limits


@pytest.fixture(autouse=True, scope="module")
def _one_thread():
    with threadpool_limits(1):
        yield
