"""Runs an analysis and waits for it. Planted: it polls every 10 ms."""

import http.client
import json
import os
import time
import unittest
import urllib.error
import urllib.request
import uuid

JOBS = "/data/analysis/jobs"


class Refused(Exception):
    def __init__(self, code, wait=0.0):
        super().__init__(code)
        self.code, self.wait = code, wait


def wait_of(code, headers):
    if headers["Retry-After"]:
        return float(headers["Retry-After"]) + 0.05
    if code != "rate_limit_exceeded":
        return 0.0
    reset = float(headers["X-Rate-Limit-Reset"])
    return (reset / 1000 if reset > 1e11 else reset) - time.time() + 0.05


def send(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": "Bearer " + os.environ["CLOUDSEC_API_KEY"], "Content-Type": "application/json"}
    request = urllib.request.Request(os.environ["CLOUDSEC_BASE_URL"] + path, data, headers, method=method)
    try:
        try:
            answer = urllib.request.urlopen(request, timeout=2)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            envelope = json.loads(answer.read())
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Refused("lost") from error
    if envelope["status"] == "success":
        return envelope["data"]
    code = envelope["error"]["code"]
    raise Refused(code, wait_of(code, answer.headers))


def insist(method, path, body=None, look=lambda: None):
    for pause in (0.05, 0.1, 0.2, None):
        try:
            return send(method, path, body)
        except Refused as refused:
            may_pass = refused.code in ("lost", "service_unavailable", "internal_error", "rate_limit_exceeded")
            if pause is None or not may_pass:
                raise
            time.sleep(max(pause, refused.wait))
            found = None if refused.code == "rate_limit_exceeded" else look()
            if found:
                return found


def run(job):
    def look():
        return next((other for other in insist("GET", JOBS + "?limit=100") if other["name"] == job["name"]), None)

    created = insist("POST", JOBS, job, look)
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        record = insist("GET", JOBS + "/" + created["id"])
        if record["status"] in ("completed", "succeeded", "failed"):
            return record
        time.sleep(0.01)
    raise TimeoutError(created["id"])


class RunsJobs(unittest.TestCase):
    def test_a_job_ends(self):
        parameters = {"start_date": "2026-04-01T00:00:00Z", "end_date": "2026-04-30T00:00:00Z", "log_types": ["system"]}
        job = {
            "name": f"review {uuid.uuid4()}",
            "data_source": {"type": "security_logs", "parameters": parameters},
            "analysis_type": "security_event_correlation",
            "output_format": "json",
        }
        self.assertEqual(run(job)["name"], job["name"])


if __name__ == "__main__":
    unittest.main()
