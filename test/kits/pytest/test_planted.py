"""A client by urllib, the tests of which have three faults: `sweep` names all of them."""
import json
import time
from urllib.parse import parse_qsl, urlencode, urlsplit
from urllib.request import Request, urlopen


def get(cloudsec, target):
    request = Request(cloudsec.base_url + target, headers={"Authorization": f"Bearer {cloudsec.api_key}"})
    with urlopen(request) as answer:
        return json.load(answer)


def list_resources(cloudsec, trusts_links=False, **filters):
    """The resources of all pages. @param trusts_links: a link to the next page has all filters."""
    items, query = [], filters
    while query:
        answer = get(cloudsec, f"/cloud/resources?{urlencode(query)}")
        items += answer["data"]
        link = dict(parse_qsl(urlsplit(answer["pagination"].get("next_page") or "").query))
        query = link and (link if trusts_links else {**filters, "page": link["page"]})
    return items


def test_reads_the_time_of_a_resource(cloudsec):
    """A date-time has no fractions."""
    [resource] = list_resources(cloudsec, type="load_balancer", limit="100")[-1:]
    created_at = get(cloudsec, f"/cloud/resources/{resource['id']}")["data"]["created_at"]
    assert time.strptime(created_at, "%Y-%m-%dT%H:%M:%SZ")


def test_lists_all_resources(cloudsec):
    """No record moves to the next page meanwhile."""
    resources = list_resources(cloudsec, limit="25")
    assert len({resource["id"] for resource in resources}) == len(resources)


def test_lists_one_type(cloudsec):
    machines = list_resources(cloudsec, trusts_links=True, type="virtual_machine", limit="8")
    assert 10 <= len(machines) < 40


def test_lists_jobs(cloudsec):
    """No fault."""
    assert len(get(cloudsec, "/data/analysis/jobs?status=failed&limit=100")["data"]) >= 3
