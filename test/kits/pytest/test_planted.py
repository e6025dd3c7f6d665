"""A client with three planted faults, each in a test of its own: `sweep` names all of them."""
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "clients/python"))
from client import Client  # noqa: E402
from plants import KeepsRepeats, TrustsLinks, WholeSeconds  # noqa: E402


@pytest.fixture
def client_with(cloudsec):
    return lambda plant: type("Planted", (plant, Client), {})(cloudsec.base_url, cloudsec.api_key)


def test_reads_the_time_of_a_resource(client_with):
    client = client_with(WholeSeconds)
    [resource] = client.list_resources(type="load_balancer", limit="100")[-1:]
    assert client.time_of(client.get_resource(resource["id"])["created_at"]) > 0


def test_lists_all_resources(client_with):
    resources = client_with(KeepsRepeats).list_resources(limit="25")
    assert len({resource["id"] for resource in resources}) == len(resources)


def test_lists_one_type(client_with):
    machines = client_with(TrustsLinks).list_resources(type="virtual_machine", limit="8")
    assert 20 <= len(machines) < 40


def test_lists_jobs(client_with):
    assert len(client_with(Sound).list_jobs(status="failed")) >= 3


class Sound:
    """No fault."""
