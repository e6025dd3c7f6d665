"""Calls of the control plane."""
import difflib
import http.client
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode, urlsplit

Query = str | int | bool | None
Fields = Mapping[str, Any]
# A traceback of pytest ends at the line of the test.
__tracebackhide__ = True


class ControlError(Exception):
    """A rejected call, with its HTTP status and the invalid field; status 0 without an answer."""

    def __init__(self, detail: str, status: int = 0, field: str | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.field = field


def given(**fields: Any) -> Fields:
    """Return the fields that a call got by position."""
    return {name: value for name, value in fields.items() if value is not None}


def merged(whole: Fields | None, fields: Fields) -> dict[str, Any]:
    """Return all fields of a call: from a mapping, and by name."""
    if whole is not None and not isinstance(whole, Mapping):
        raise TypeError(f"expected a mapping, or its fields by name, got {whole!r}")
    return {**(whole or {}), **fields}


class Group:
    """Calls about one part of a sandbox."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            known = [one for one in dir(self) if not one.startswith("_")]
            near = difflib.get_close_matches(name.lower(), known, 1, 0.7)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise AttributeError(f"{type(self).__name__} has no {name!r}.{hint} It has: {', '.join(known)}")

    def __init__(self, url: str, token: str | None) -> None:
        self._url = url
        self._token = token

    def _call(
        self, method: str, path: str, *names: str, query: Mapping[str, Query] | None = None, body: Any = None
    ) -> Any:
        given = {k: str(v).lower() if v is True or v is False else v for k, v in (query or {}).items() if v is not None}
        target = path.format(*(quote(name, safe="") for name in names)) + (f"?{urlencode(given)}" if given else "")
        status, text = self._send(method, target, json.dumps(body) if body else None)
        try:
            content = json.loads(text or "null")
            if status < 300:
                return content
            raise ControlError(content["detail"], status, content.get("field"))
        except (ValueError, KeyError, TypeError) as error:
            raise ControlError(f"the server at {self._url} is not cloudsec-fake (status {status})", status) from error

    def _send(self, method: str, target: str, body: str | None) -> tuple[int, str]:
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        parts = urlsplit(self._url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        # Each call opens a connection, so that threads of a test may call at the same time.
        connection = kind(parts.netloc, timeout=60)
        try:
            connection.request(method, parts.path + target, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode(errors="replace")
        except (OSError, http.client.HTTPException) as error:
            raise ControlError(f"nothing answers at {self._url} ({error})") from error
        finally:
            connection.close()
