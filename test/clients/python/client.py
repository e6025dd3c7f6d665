"""A sound client of the whole service with nothing but Python's standard library, 3.9 or later."""

import email.utils
import http.client
import json
import time
from datetime import datetime
from urllib.parse import parse_qsl, urlencode, urlsplit

# These say nothing about the next try. The other codes are final.
PASSING = {"rate_limit_exceeded", "service_unavailable", "internal_error", "no_answer", "broken_answer"}
# These say that nothing was done.
UNDONE = {"rate_limit_exceeded"}
# A page after the last may get these.
GONE = {"resource_not_found", "invalid_request"}
FINAL_STATES = {"completed", "succeeded", "failed"}


class ServiceError(Exception):
    """A request that was not served. `code` is one of the document, `no_answer` or `broken_answer`."""

    def __init__(self, code, message, wait_seconds=None):
        super().__init__(f"{code}: {message}")
        self.code = code
        self.wait_seconds = wait_seconds


class Client:
    attempts = 5
    timeout_seconds = 1.5
    first_pause_seconds = 0.3
    first_poll_seconds = 0.4
    poll_seconds = 1.1
    most_seconds = 30
    most_readings = 4

    def __init__(self, base_url, api_key):
        self.base_url = base_url
        self.headers = {"Authorization": f"Bearer {api_key}", "Content-Type": "application/json"}
        self.connection = None
        # The clock of the service minus the clock of this machine.
        self.ahead_seconds = 0

    # The operations.

    def list_resources(self, **filters):
        return self.list("/cloud/resources", filters)

    def get_resource(self, id):
        return self.insist(f"/cloud/resources/{id}")["data"]

    def list_assessments(self, **filters):
        return self.list("/security/assessments", filters)

    def get_assessment(self, id):
        return self.insist(f"/security/assessments/{id}")["data"]

    def create_assessment(self, body):
        started = self.now() - 2

        def look():
            known = self.list_assessments(resource_id=body["resource_id"], limit="100")
            return [item for item in known if self.time_of(item["timestamp"]) >= started]

        return self.create("/security/assessments", body, look)

    def list_jobs(self, **filters):
        return self.list("/data/analysis/jobs", filters)

    def get_job(self, id):
        return self.insist(f"/data/analysis/jobs/{id}")["data"]

    def create_job(self, body):
        """Creates a job. Its name has to be new."""
        return self.create(
            "/data/analysis/jobs",
            body,
            lambda: [job for job in self.list_jobs(limit="100") if job["name"] == body["name"]],
        )

    # Waiting for the end.

    def complete_assessment(self, created):
        """Waits until an assessment has its result. One that failed may look like one that is not there."""
        estimate = created.get("estimated_completion_time")
        expected = self.now() if estimate is None else self.time_of(estimate)

        def read():
            try:
                record = self.get_assessment(created["id"])
            except ServiceError as error:
                if error.code != "resource_not_found" or self.now() > expected + self.most_seconds:
                    raise
                return None
            if record.get("status") == "failed":
                return record
            # A record that says nothing may be one that the scan has not filled yet.
            is_blank = record.get("score") == 0 and not any(record["summary"].values())
            is_early = is_blank and self.now() < expected + 2
            return None if record.get("score") is None or is_early else record

        return self.poll(read, expected)

    def complete_job(self, created):
        """Waits until a job has ended."""

        def read():
            job = self.get_job(created["id"])
            ended = job.get("completed_at") or job.get("completed_date")
            return job if ended or job["status"] in FINAL_STATES else None

        return self.poll(read)

    def poll(self, read, expected=0):
        """Reads until there is an end, which is likely at the expected time."""
        deadline = self.now() + self.most_seconds
        pause = self.first_poll_seconds
        while self.now() < deadline:
            record = read()
            if record is not None:
                return record
            time.sleep(max(pause, min(expected, deadline) - self.now()))
            pause = self.poll_seconds
        raise ServiceError("no_answer", f"not complete after {self.most_seconds} seconds")

    # Lists.

    def list(self, path, filters):
        """Reads all pages, and reads them again where the list changed on the way."""
        items = {}
        for _ in range(self.most_readings):
            totals = set()
            for body in self.pages(path, filters):
                totals.add(body["pagination"]["total_items"])
                self.collect(items, body["data"])
            if len(totals) < 2:
                break
        return list(items.values())

    def collect(self, items, page):
        for item in page:
            items[item["id"]] = item

    def pages(self, path, filters):
        body = self.insist(f"{path}?{urlencode(filters)}" if filters else path)
        while body is not None:
            yield body
            target = self.next_target(path, filters, body["pagination"])
            try:
                body = target and self.insist(target)
            except ServiceError as error:
                # The list became shorter: the page was there when the one before was read.
                if error.code not in GONE:
                    raise
                return

    def next_target(self, path, filters, pagination):
        """The next page, relative to the base address; None after the last."""
        link = pagination.get("next_page")
        if not link:
            return None
        query = dict(parse_qsl(urlsplit(link).query))
        # A link may forget the filters, but not name another path.
        return f"{self.path_of(link) or path}?{urlencode({**filters, **query})}"

    def path_of(self, link):
        """The path of a link, relative to the base address."""
        prefix = urlsplit(self.base_url).path
        path = urlsplit(link).path
        return path[len(prefix) :] if path.startswith(prefix + "/") else path

    # Requests.

    def create(self, path, body, look):
        """Creates a record. Where the service may have done it, it looks before it asks again."""
        for attempt in range(self.attempts):
            try:
                return self.send("POST", path, body)["data"]
            except ServiceError as error:
                self.pause(error, attempt)
                made = [] if error.code in UNDONE else look()
                if made:
                    return made[0]
        raise AssertionError("the last try returns or raises")

    def insist(self, target):
        """Reads. It tries again what may pass."""
        for attempt in range(self.attempts):
            try:
                return self.send("GET", target)
            except ServiceError as error:
                self.pause(error, attempt)
        raise AssertionError("the last try returns or raises")

    def pause(self, error, attempt):
        if not self.may_pass(error) or attempt == self.attempts - 1:
            raise error
        growing = self.first_pause_seconds * 2**attempt
        time.sleep(growing if error.wait_seconds is None else error.wait_seconds + 0.1)

    def may_pass(self, error):
        return error.code in PASSING

    def send(self, method, target, body=None):
        try:
            answer, raw = self.exchange(method, target, body)
        except (OSError, http.client.HTTPException) as broken:
            self.close()
            raise ServiceError("no_answer", repr(broken)) from broken
        self.read_clock(answer.headers)
        return self.read_envelope(answer, raw)

    def exchange(self, method, target, body):
        if self.connection is None:
            host = urlsplit(self.base_url).netloc
            self.connection = http.client.HTTPConnection(host, timeout=self.timeout_seconds)
        data = None if body is None else json.dumps(body).encode()
        self.connection.request(method, urlsplit(self.base_url).path + target, data, self.headers)
        answer = self.connection.getresponse()
        raw = answer.read()
        if answer.will_close:
            self.close()
        return answer, raw

    def close(self):
        if self.connection is not None:
            self.connection.close()
        self.connection = None

    def read_envelope(self, answer, raw):
        try:
            body = json.loads(raw)
            if body["status"] == "success":
                return {**body, "data": body["data"]}
            code, message = body["error"]["code"], body["error"]["message"]
        except (ValueError, KeyError, TypeError) as broken:
            raise ServiceError("broken_answer", f"status {answer.status}: {raw[:80]!r}") from broken
        raise ServiceError(code, message, self.seconds_to_wait(code, answer.headers))

    def seconds_to_wait(self, code, headers):
        """Seconds until the next try; None where the service does not say."""
        if headers.get("Retry-After", "").isdigit():
            return int(headers["Retry-After"])
        reset = headers.get("X-Rate-Limit-Reset", "")
        if code != "rate_limit_exceeded" or not reset.isdigit():
            return None
        # A time in seconds has eleven digits from the year 5138.
        return max(0, (int(reset) / 1000 if len(reset) > 11 else int(reset)) - self.now())

    def read_clock(self, headers):
        date = headers.get("Date")
        if date is not None:
            self.ahead_seconds = email.utils.parsedate_to_datetime(date).timestamp() - int(time.time())

    def now(self):
        """The time of the service, in Unix seconds."""
        return time.time() + self.ahead_seconds

    def time_of(self, text):
        """Unix seconds of a date-time, with or without fractions."""
        return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()
