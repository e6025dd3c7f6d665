"""A client of the service with nothing but Python's standard library: it pages, waits for quotas and tries again."""

import email.utils
import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request


class ServiceError(Exception):
    """A request that was not served; `code` is one of the service's document, or `no_answer`."""

    def __init__(self, code, message, wait_seconds=None):
        super().__init__(f"{code}: {message}")
        self.code = code
        self.wait_seconds = wait_seconds


PASSING = {"rate_limit_exceeded", "service_unavailable", "internal_error", "no_answer"}


class Client:
    def __init__(self, base_url, api_key, wait=time.sleep, attempts=5, timeout_seconds=10):
        self.base_url = base_url
        self.api_key = api_key
        self.wait = wait
        self.attempts = attempts
        self.timeout_seconds = timeout_seconds

    def list(self, path):
        """Yields the items of all pages."""
        url = f"{self.base_url}{path}?limit=50"
        while url:
            body = self._insist(url)
            yield from body["data"]
            link = body["pagination"].get("next_page")
            url = link and urllib.parse.urljoin(self.base_url + "/", link)

    def create_job(self, job):
        """Creates a job once: where the service did it and could not say so, the job is found again by its name."""
        for attempt in range(self.attempts):
            try:
                return self._send(f"{self.base_url}/data/analysis/jobs", job)["data"]
            except ServiceError as error:
                self._wait_after(error, attempt)
                if error.code != "rate_limit_exceeded":
                    made = [known for known in self.list("/data/analysis/jobs") if known["name"] == job["name"]]
                    if made:
                        return made[0]
        raise AssertionError("the last try returns or raises")

    def _insist(self, url):
        for attempt in range(self.attempts):
            try:
                return self._send(url)
            except ServiceError as error:
                self._wait_after(error, attempt)
        raise AssertionError("the last try returns or raises")

    def _wait_after(self, error, attempt):
        if error.code not in PASSING or attempt == self.attempts - 1:
            raise error
        self.wait(error.wait_seconds or 2**attempt)

    def _send(self, url, body=None):
        request = urllib.request.Request(url, None if body is None else json.dumps(body).encode())
        request.add_header("Authorization", f"Bearer {self.api_key}")
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=self.timeout_seconds) as response:
                return json.load(response)
        except urllib.error.HTTPError as refused:
            raise to_service_error(refused) from refused
        except (OSError, ValueError, http.client.HTTPException) as broken:
            raise ServiceError("no_answer", broken) from broken


def to_service_error(refused):
    try:
        error = json.load(refused)["error"]
    except (OSError, ValueError, KeyError, http.client.HTTPException):
        return ServiceError("no_answer", f"status {refused.code}")
    return ServiceError(error["code"], error["details"], seconds_to_wait(refused.headers))


def seconds_to_wait(headers):
    """Seconds until the next try, by the clock of the service; None where it does not say."""
    if headers.get("Retry-After", "").isdigit():
        return int(headers["Retry-After"])
    if headers.get("X-Rate-Limit-Remaining") != "0":
        return None
    now = email.utils.parsedate_to_datetime(headers["Date"]).timestamp()
    return max(0, int(headers["X-Rate-Limit-Reset"]) - now)
