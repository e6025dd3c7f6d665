"""The sandbox of one test, from its settings to its end."""
import hashlib
import json
import re
from functools import partial
from typing import Any

import pytest

from ._control import Control
from ._fake import Broken, Fake
from ._http import ControlError
from ._report import judgements, report

#: The instant at which a frozen clock of the fake stands.
FROZEN = {"now": "2026-07-01T00:00:00Z", "mode": "frozen"}
NAMES = ("scenario", "clock", "assume", "strict", "conduct")


class ConductWarning(pytest.PytestWarning):
    """What a client did wrong, with conduct `warn`."""


class Test:
    """A test with its sandbox, which is new and named after it."""

    __test__ = False

    def __init__(self, fake: Fake, item: pytest.Item, worker: str, options: dict[str, Any]) -> None:
        self.failed = False
        marked: dict[str, Any] = {}
        for mark in reversed(list(item.iter_markers("cloudsec"))):
            marked.update(mark.kwargs)
            if mark.args or not set(mark.kwargs) <= set(NAMES):
                raise ValueError(f"mark cloudsec: expected {', '.join(NAMES)} by name, got {mark.args or mark.kwargs}")
        settings = {**options, **marked}
        self.strict = settings.get("strict")
        conduct = settings.get("conduct")
        self.conduct: dict[str, Any] | None = {"mode": conduct} if isinstance(conduct, str) else conduct
        if self.conduct is not None and self.conduct.get("mode") not in ("fail", "warn"):
            error = f"conduct: expected 'fail', 'warn' or {{mode, allow, pollEvery}}, got {conduct!r}"
            raise ValueError(error) if "conduct" in marked else Broken(f"--cloudsec-{error}")
        self.sandbox = fake.sandbox(sandbox_name(item.name, [worker, item.nodeid]))
        self.shared = Control(f"{fake.control_origin}/_control", fake.token)
        newest = self.shared.requests.list(limit=1, fields="summary")["items"]
        self.since: str | None = newest[0]["id"] if newest else None
        self.sandbox.reset()
        for name in NAMES[:3]:
            try:
                if settings.get(name):
                    self._apply(name, settings[name])
            except ControlError as error:
                if name in marked:
                    raise
                raise Broken(f"--cloudsec-{name}: {error}") from error

    def _apply(self, name: str, value: Any) -> None:
        if name == "clock":
            now = {"mode": "real"} if value == "real" else {"now": value, "mode": "frozen"}
            self.sandbox.clock.set(**(FROZEN if value == "frozen" else now))
        elif name == "assume":
            self.sandbox.assumptions.set(**value)
        else:
            for one in [value] if isinstance(value, (str, dict)) else value:
                if isinstance(one, str):
                    self.sandbox.scenarios.on(one)
                else:
                    self.sandbox.scenarios.define(**one)

    def broken(self, item: pytest.Item) -> list[str]:
        """What a test that passes otherwise fails for."""
        found: list[str] = []
        unmatched = partial(self.sandbox.requests.verify, match={"unmatched": True}, count=0)
        for verify in (unmatched, self.sandbox.scenarios.verify) if self.strict else ():
            try:
                verify()
            except ControlError as error:
                # The fake may be gone, which is no failure of the test.
                found += [f"strict: {error}"] if error.status == 409 else []
        if self.conduct is not None:
            allow = ",".join(self.conduct.get("allow", ())) or None
            judged = self.sandbox.reports.conduct(allow=allow, pollEvery=self.conduct.get("pollEvery", "1s"))["items"]
            wrong = [one for one in judged if one["severity"] != "note"]
            text = judgements(self.sandbox.name, wrong)
            if wrong and self.conduct["mode"] == "warn":
                item.warn(ConductWarning(text))
            elif wrong:
                found.append(text)
        return found

    def report(self) -> str:
        """Its requests, for the report of its failure."""
        return report(self.sandbox, self.shared, self.since)

    def give_back(self) -> None:
        try:
            self.sandbox.sandboxes.delete(self.sandbox.name)
        except ControlError:
            pass  # The test itself may have deleted it or ended the fake.


def sandbox_name(title: str, identity: list[str]) -> str:
    """The characters of a title that a name can have, and eight digits of a hash."""
    words = re.sub(r"[^a-z0-9]+", "-", title.lower())[:48].strip("-")
    digits = hashlib.sha256(json.dumps(identity).encode()).hexdigest()[:8]
    return f"{words}-{digits}" if words else digits
