"""Run against a fake: npx --no -- cloudsec-fake exec -- python3 -m unittest discover -s examples/python"""

import json
import os
import unittest
import urllib.request

from client import Client, ServiceError

JOB = {
    "name": "Nightly correlation 2026-07-01",
    "analysis_type": "security_event_correlation",
    "output_format": "json",
    "data_source": {
        "type": "security_logs",
        "parameters": {
            "start_date": "2026-06-01T00:00:00Z",
            "end_date": "2026-06-30T00:00:00Z",
            "log_types": ["firewall"],
        },
    },
}


class FakeTestCase(unittest.TestCase):
    """Gives each test a sandbox of its own. A test that fails lists its requests."""

    def setUp(self):
        origin = os.environ["CLOUDSEC_BASE_URL"].split("/@")[0].removesuffix("/v1")
        name = self.id().split(".")[-1].replace("_", "-").lower()
        self.sandbox = f"{origin}/@{name[:63]}"
        self.control("POST", "/reset")
        # Only the waits of the client move the clock.
        self.control("PATCH", "/clock", {"mode": "frozen"})
        self.waits = []
        self.client = Client(f"{self.sandbox}/v1", os.environ["CLOUDSEC_API_KEY"], wait=self.wait)

    def run(self, result=None):
        results = [] if result is None else [result.failures, result.errors]
        before = [len(failures) for failures in results]
        super().run(result)
        for failures, count in zip(results, before):
            if len(failures) > count:
                test, text = failures[-1]
                failures[-1] = (test, text + self.report())
        return result

    def control(self, method, path, body=None):
        data = None if method == "GET" else json.dumps(body or {}).encode()
        request = urllib.request.Request(f"{self.sandbox}/_control{path}", data, method=method)
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)

    def wait(self, seconds):
        """Waits by the clock of the sandbox, so that an hour takes no time."""
        self.waits.append(seconds)
        self.control("POST", "/clock/advance", {"by": f"{round(seconds * 1000)}ms"})

    def requests(self, **query):
        listed = self.control("GET", "/requests")["items"]
        return [request for request in listed if all(request[name] == value for name, value in query.items())]

    def report(self):
        try:
            shown = ("method", "path", "status", "code", "scenarios")
            lines = [" ".join(str(request[name]) for name in shown) for request in self.requests()]
        except OSError as error:
            lines = [str(error)]
        return "\n".join(["requests:", *lines, ""])


class Reading(FakeTestCase):
    def test_follows_the_pages_to_the_end(self):
        resources = list(self.client.list("/cloud/resources"))
        self.assertEqual(len({resource["id"] for resource in resources}), 60)
        self.assertEqual(len(self.requests(operation="listResources")), 2)

    def test_outlives_an_outage(self):
        self.control("PUT", "/scenarios/outage-then-recovery")
        self.assertEqual(len(list(self.client.list("/cloud/resources"))), 60)
        self.assertEqual(self.waits, [1, 2, 4])

    def test_waits_until_the_quota_is_given_anew(self):
        self.control("PUT", "/scenarios/rate-limit-exhausted")
        self.assertEqual(len(list(self.client.list("/cloud/resources"))), 60)
        self.assertEqual(len(self.requests(code="rate_limit_exceeded")), 1)
        self.assertEqual(len(self.waits), 1)

    def test_takes_a_broken_connection_for_no_answer(self):
        rule = {"count": {"first": 1}, "then": {"fault": "reset"}}
        self.control("POST", "/scenarios", {"name": "cut", "rules": [rule]})
        self.assertEqual(len(list(self.client.list("/cloud/resources"))), 60)
        self.assertEqual(self.waits, [1])

    def test_gives_up_an_outage_that_does_not_end(self):
        self.control("PUT", "/scenarios/connection-reset")
        with self.assertRaises(ServiceError) as caught:
            list(self.client.list("/cloud/resources"))
        self.assertEqual(caught.exception.code, "no_answer")
        self.assertEqual(self.waits, [1, 2, 4, 8])


class Creating(FakeTestCase):
    def test_makes_one_job_where_the_service_did_it_and_answered_with_an_error(self):
        self.control("PUT", "/scenarios/commits-then-fails")
        made = self.client.create_job(JOB)
        found = [job["id"] for job in self.client.list("/data/analysis/jobs") if job["name"] == JOB["name"]]
        self.assertEqual(found, [made["id"]])
        self.assertEqual(len(self.requests(operation="createJob")), 1)


if __name__ == "__main__":
    unittest.main()
