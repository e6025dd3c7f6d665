"""The age of the inventory. Planted: it parses times without a fraction of a second."""

import json
import os
import time
import unittest
from datetime import datetime
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import Request, urlopen


class Inventory:
    def __init__(self, base_url, api_key):
        self.base_url = base_url
        self.headers = {"Authorization": f"Bearer {api_key}"}

    def read(self, **query):
        """One page, as an envelope."""
        url = f"{self.base_url}/cloud/resources?{urlencode(query)}"
        for attempt in range(4):
            headers, envelope = self.exchange(url)
            if envelope.get("status") == "success":
                return envelope
            code = envelope.get("error", {}).get("code", "unreadable")
            if code in ("authentication_error", "authorization_error", "invalid_request", "resource_not_found"):
                break
            time.sleep(max(0.06 * 2**attempt, self.told(code, headers)))
        raise RuntimeError(f"{url} got {code}")

    def exchange(self, url):
        try:
            with urlopen(Request(url, headers=self.headers), timeout=2) as answer:
                return answer.headers, json.load(answer)
        except HTTPError as error:
            try:
                return error.headers, json.load(error)
            except (OSError, HTTPException, ValueError):
                return error.headers, {}
        except (OSError, HTTPException, ValueError):
            return {}, {}

    @staticmethod
    def told(code, headers):
        if headers.get("Retry-After"):
            return int(headers["Retry-After"]) + 0.05
        if code != "rate_limit_exceeded":
            return 0
        reset = int(headers["X-Rate-Limit-Reset"])
        return (reset if reset < 10**11 else reset / 1000) - time.time() + 0.05

    def all(self):
        found, page = {}, "1"
        while page:
            body = self.read(limit=35, page=page)
            found.update((item["id"], item) for item in body["data"])
            following = urlsplit(body["pagination"].get("next_page") or "").query
            page = parse_qs(following).get("page", [None])[0]
        return list(found.values())


def created(resource):
    return datetime.strptime(resource["created_at"], "%Y-%m-%dT%H:%M:%SZ")


class AgeTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        client = Inventory(os.environ["CLOUDSEC_BASE_URL"], os.environ["CLOUDSEC_API_KEY"])
        cls.resources = client.all()

    def test_reads_the_inventory(self):
        self.assertGreater(len(self.resources), 50)

    def test_knows_the_oldest(self):
        self.assertLess(min(map(created, self.resources)), datetime(2026, 6, 1))


if __name__ == "__main__":
    unittest.main()
