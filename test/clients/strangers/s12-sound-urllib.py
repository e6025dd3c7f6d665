"""A client of assessments and jobs, and its suite. Nothing is planted."""

import http.client
import json
import os
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request
import uuid

FINAL = {"authentication_error", "authorization_error", "invalid_request", "resource_not_found"}


class ApiError(Exception):
    def __init__(self, code, message="", seconds=0.0):
        super().__init__(f"{code}: {message}")
        self.code = code
        self.seconds = seconds


def seconds_to_wait(code, headers):
    if "Retry-After" in headers:
        return int(headers["Retry-After"]) + 0.05
    if code != "rate_limit_exceeded":
        return 0.0
    reset = int(headers["X-Rate-Limit-Reset"])
    return (reset / 1000 if reset > 10**11 else reset) + 0.05 - time.time()


class Api:
    def __init__(self):
        self.base = os.environ["CLOUDSEC_BASE_URL"]
        self.headers = {"Authorization": f"Bearer {os.environ['CLOUDSEC_API_KEY']}"}

    def once(self, path, body=None):
        request = urllib.request.Request(self.base + path, headers=self.headers)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            try:
                response = urllib.request.urlopen(request, timeout=2)
            except urllib.error.HTTPError as error:
                response = error
            with response:
                envelope = json.loads(response.read())
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise ApiError("lost", error) from None
        if envelope["status"] == "success":
            return envelope
        code = envelope["error"]["code"]
        raise ApiError(code, envelope["error"]["message"], seconds_to_wait(code, response.headers))

    def call(self, path, body=None, find=lambda: None):
        """Tries four times. `find` returns what a create made, if its answer was lost."""
        for pause in (0.1, 0.2, 0.4, None):
            try:
                return self.once(path, body)
            except ApiError as error:
                if pause is None or error.code in FINAL:
                    raise
                time.sleep(max(pause, error.seconds))
                made = None if error.code == "rate_limit_exceeded" else find()
            if made is not None:
                return {"data": made}

    def items(self, path, **filters):
        found, query = {}, {**filters, "limit": 100}
        while True:
            body = self.call(f"{path}?{urllib.parse.urlencode(query)}")
            found.update({item["id"]: item for item in body["data"]})
            link = body["pagination"].get("next_page") or ""
            page = dict(urllib.parse.parse_qsl(link.partition("?")[2])).get("page")
            if page is None:
                return list(found.values())
            query["page"] = page


class Suite(unittest.TestCase):
    api = Api()

    def test_assessments(self):
        listed = self.api.items("/security/assessments")
        self.assertGreaterEqual(len(listed), 40)
        record = self.api.call(f"/security/assessments/{listed[0]['id']}")["data"]
        self.assertEqual(record["resource_id"], listed[0]["resource_id"])

    def test_a_job_is_created_once(self):
        name = str(uuid.uuid4())
        dates = {"start_date": "2026-03-01T00:00:00Z", "end_date": "2026-03-31T00:00:00Z"}
        source = {"type": "security_logs", "parameters": {**dates, "log_types": ["authentication"]}}
        job = {"name": name, "data_source": source, "analysis_type": "access_review", "output_format": "json"}

        def named():
            return [job for job in self.api.items("/data/analysis/jobs") if job["name"] == name]

        created = self.api.call("/data/analysis/jobs", job, lambda: next(iter(named()), None))["data"]
        self.assertEqual([one["id"] for one in named()], [created["id"]])

    def test_a_wrong_filter(self):
        with self.assertRaises(ApiError) as caught:
            self.api.call("/data/analysis/jobs?page=1&created_after=yesterday")
        self.assertEqual(caught.exception.code, "invalid_request")


if __name__ == "__main__":
    unittest.main()
