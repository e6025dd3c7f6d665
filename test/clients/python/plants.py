"""The mistakes that the variable PLANT puts into the client, each in one method."""

import email.utils
import http.client
import json
import os
import time
import uuid

from client import ServiceError


class NoTimeout:
    """A request waits for ever."""

    timeout_seconds = None


class HttpStatus:
    """The HTTP status alone decides if a request was served."""

    def read_envelope(self, answer, raw):
        try:
            return super().read_envelope(answer, raw)
        except ServiceError as error:
            if answer.status >= 300 or error.code == "broken_answer":
                raise
            return json.loads(raw)


class WholeSeconds:
    """A date-time has no fractions."""

    def time_of(self, text):
        return time.mktime(time.strptime(text, "%Y-%m-%dT%H:%M:%SZ"))


class BlindCreate:
    """A create that got no good answer is sent again without a look."""

    def create(self, path, body, look):
        return super().create(path, body, list)


class RetriesMissing:
    """A record that is not there is asked for again."""

    def may_pass(self, error):
        return error.code == "resource_not_found" or super().may_pass(error)


class PollsHot:
    """Reads follow each other without a pause until the record is complete."""

    first_poll_seconds = poll_seconds = 0.01


class KeepsRepeats:
    """A record that moved to the next page counts twice."""

    def collect(self, items, page):
        for item in page:
            items[len(items)] = item


class ParsesUuids:
    """The id of a job is a UUID."""

    def get_job(self, id):
        return super().get_job(uuid.UUID(id))


class FailsOnDeprecation:
    """A warning of the service is an error."""

    def read_envelope(self, answer, raw):
        if "Deprecation" in answer.headers:
            raise DeprecationWarning(answer.headers["Deprecation"])
        return super().read_envelope(answer, raw)


class ReadsRetryAfterAsDate:
    """Retry-After is a date."""

    def seconds_to_wait(self, code, headers):
        after = headers.get("Retry-After")
        if after is None:
            return super().seconds_to_wait(code, headers)
        return email.utils.parsedate_to_datetime(after).timestamp() - self.now()


class ForgetsIncompleteReads:
    """A body that breaks off is none of the errors of a connection."""

    def exchange(self, method, target, body):
        try:
            return super().exchange(method, target, body)
        except http.client.IncompleteRead as error:
            raise AssertionError(error) from error


class TrustsLinks:
    """A link to the next page has all filters."""

    def next_target(self, path, filters, pagination):
        return super().next_target(path, {}, pagination)


PLANTS = {
    "no-timeout": NoTimeout,
    "http-status": HttpStatus,
    "whole-seconds": WholeSeconds,
    "blind-create": BlindCreate,
    "retries-missing": RetriesMissing,
    "polls-hot": PollsHot,
    "keeps-repeats": KeepsRepeats,
    "parses-uuids": ParsesUuids,
    "fails-on-deprecation": FailsOnDeprecation,
    "reads-retry-after-as-date": ReadsRetryAfterAsDate,
    "forgets-incomplete-reads": ForgetsIncompleteReads,
    "trusts-links": TrustsLinks,
}


def planted(client):
    name = os.environ.get("PLANT")
    return type(name, (PLANTS[name], client), {}) if name else client
