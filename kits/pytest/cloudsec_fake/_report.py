"""The texts of failures, as in the TypeScript helpers for runners (src/runners/report.ts)."""
import re
from typing import Any

from ._control import Control
from ._fake import Sandbox
from ._http import ControlError

MAX_REQUESTS = 50
MAX_SHOWN = 5
HEADINGS = ["ID", "AT", "REQUEST", "STATUS", "CODE", "SCENARIOS"]
STRAYS = "requests without a sandbox, which reached default (concurrent tests share it)"


def report_of(sandbox: Sandbox, shared: Control, since: str | None) -> str:
    """Report the requests of a test, and requests that reached the sandbox default meanwhile."""
    where = f"cloudsec-fake requests (sandbox {sandbox.name})"
    try:
        own = sandbox.requests.list(limit=MAX_REQUESTS)["items"]
        strays = shared.requests.list(limit=MAX_REQUESTS, since=since)["items"]
    except ControlError as error:
        return f"{where}: the journal cannot be read ({error})"
    text = f"{where}:\n{_table(own)}" if own else f"{where}: none"
    return f"{text}\n\n{STRAYS}:\n{_table(strays)}" if strays else text


def _table(requests: list[Any]) -> str:
    rows = [HEADINGS]
    for request in requests:
        answer = " ".join(str(part) for part in (request["status"], request["fault"]) if part is not None)
        cells = [request["id"], request["at"][11:23], f"{request['method']} {request['path']}", answer]
        cells += [request["code"] or "-", " ".join(request["scenarios"]) or "-"]
        rows.append([_plain(cell) for cell in cells])
    widths = [max(len(cell) for cell in column) for column in zip(*rows)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)


def _plain(text: str) -> str:
    return re.sub(r"[\x00-\x1f\x7f-\x9f]+", " ", text)


def describe(judgements: list[Any]) -> str:
    """Describe verdicts on a client, with occurrences and advice."""
    texts = []
    for item in judgements:
        lines = [f"{item['severity']} {item['id']} ({item['count']})  {item['title']}"]
        for occurrence in item["occurrences"][:MAX_SHOWN]:
            ids = occurrence["requests"]
            more = f" (and {len(ids) - MAX_SHOWN} more)" if len(ids) > MAX_SHOWN else ""
            lines.append(f"  - {_plain(occurrence['detail'])}" + (f" [{', '.join(ids[:MAX_SHOWN])}{more}]" if ids else ""))
        if item["count"] > MAX_SHOWN:
            lines.append(f"  - and {item['count'] - MAX_SHOWN} more")
        texts.append("\n".join([*lines, f"  → {item['advice']}"]))
    return "\n\n".join(texts)
