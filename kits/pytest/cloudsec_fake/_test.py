"""The sandbox of one test, from its settings to its end."""
import hashlib
import json
import re
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

from ._control import Control
from ._fake import Broken, Fake
from ._http import ControlError
from ._report import describe

__tracebackhide__ = True
#: The default time of a frozen clock.
FROZEN = "2026-07-01T00:00:00Z"
NAMES = ("scenario", "clock", "assume", "empty", "strict", "conduct")


class ConductWarning(pytest.PytestWarning):
    """The verdicts on a client, with conduct `warn`."""


class Test:
    """A test with its new sandbox, which is named after it."""

    __test__ = False
    failed = False

    def __init__(self, fake: Fake, item: pytest.Item, worker: str, options: Mapping[str, Any]) -> None:
        marked: dict[str, Any] = {}
        for mark in reversed(list(item.iter_markers("cloudsec"))):
            marked.update(mark.kwargs)
            if mark.args or not set(mark.kwargs) <= set(NAMES):
                raise ValueError(f"mark cloudsec: expected {', '.join(NAMES)} by name, got {mark.args or mark.kwargs}")
        self._settings = {**options, **marked}
        self.sandbox = fake.sandbox(_name_of(item.name, [worker, item.nodeid]))
        self.shared = Control(f"{fake.control_origin}/_control", fake.token)
        newest = self.shared.requests.list(limit=1, fields="summary")["items"]
        self.since: str | None = newest[0]["id"] if newest else None
        self.sandbox.reset()
        for name in NAMES:
            try:
                self._apply(name, self._settings[name])
            except (ControlError, ValueError) as error:
                if name in marked:
                    raise
                raise Broken(f"--cloudsec-{name}: {error}") from error

    def _apply(self, name: str, value: Any) -> None:
        if name == "conduct":
            self._conduct: Any = {"mode": value} if value and isinstance(value, str) else value
            if value and self._conduct.get("mode") not in ("fail", "warn"):
                raise ValueError(f"expected 'fail', 'warn' or {{'mode', 'allow', 'pollEvery'}}, got {value!r}")
        elif name == "clock" and value:
            now = {"now": FROZEN if value == "frozen" else value, "mode": "frozen"}
            self.sandbox.clock.set(**({"mode": "real"} if value == "real" else now))
        elif name == "assume" and value:
            self.sandbox.assumptions.set(value)
        elif name == "empty" and value:
            self.sandbox.clear()
        elif name == "scenario":
            for one in [value] if isinstance(value, (str, Mapping)) else value:
                self.sandbox.scenarios.on(one) if isinstance(one, str) else self.sandbox.scenarios.define(one)

    def broken(self, item: pytest.Item) -> list[str]:
        """The failed checks of an otherwise passing test. A fake that is gone by then is not a failure."""
        found = []
        unmatched = partial(self.sandbox.requests.verify, match={"unmatched": True}, count=0)
        for verify in (unmatched, partial(self.sandbox.scenarios.verify_fired)) if self._settings["strict"] else ():
            try:
                verify()
            except ControlError as error:
                found += [f"strict: {error}"] if error.status == 409 else []
        if self._conduct:
            allow = ",".join(self._conduct.get("allow", ())) or None
            judged = self.sandbox.conduct(allow=allow, pollEvery=self._conduct.get("pollEvery"))["items"]
            wrong = [one for one in judged if one["severity"] != "note"]
            text = f"conduct: the client misbehaved (sandbox {self.sandbox.name})\n\n{describe(wrong)}"
            if wrong and self._conduct["mode"] == "warn":
                item.warn(ConductWarning(text))
            elif wrong:
                found.append(text)
        return found

    def give_back(self) -> None:
        try:
            self.sandbox.sandboxes.delete(self.sandbox.name)
        except ControlError:
            pass  # The test may have deleted it or stopped the fake.


def _name_of(title: str, identity: list[str]) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", title.lower())[:48].strip("-")
    digits = hashlib.sha256(json.dumps(identity).encode()).hexdigest()[:8]
    return f"{words}-{digits}" if words else digits
