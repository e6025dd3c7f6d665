"""A running fake, and the program that starts it."""
import json
import re
import shlex
import shutil
import subprocess
import tempfile
import threading
from subprocess import PIPE
from typing import Any

from ._control import Control
from ._http import ControlError

FLAGS = ("--format", "json", "--end-with-stdin", "--max-sandboxes", "100000")
WAYS = (
    "install Node 20.19 or later and run `npm install --save-dev cloudsec-fake` here, "
    "or set CLOUDSEC_CONTROL_URL to the control URL of a running fake"
)


class Broken(Exception):
    """There is no fake to use, or it rejects an option of the run."""


class Sandbox(Control):
    """A sandbox of a fake: its addresses and its control plane."""

    def __init__(self, fake: "Fake", name: str) -> None:
        super().__init__(f"{fake.control_origin}/@{name}/_control", fake.token)
        self.name = name
        self.control_url = self._url
        self.base_url = f"{fake.origin}/@{name}/v1"
        self.api_key = fake.api_key
        #: Headers that route requests to the plain base URL into this sandbox, also through an app that propagates baggage.
        self.headers = {"X-Fake-Sandbox": name, "baggage": f"cloudsec-sandbox={name}"}


class Fake:
    """A running fake. `api_key` is empty if its fixtures have no full-access key in plain text."""

    def __init__(self, url: str, token: str | None) -> None:
        known = re.fullmatch(r"(https?://[^/?#\s]+)(/@[^/]+)?(/v1|/_control)?/?", url)
        if known is None:
            raise Broken(f"CLOUDSEC_CONTROL_URL: expected a URL such as http://127.0.0.1:4747/_control, got {url!r}")
        self.url, self.token, self.control_origin = url, token, known[1]
        try:
            summary: Any = Control(f"{self.control_origin}/_control", token).summary()
            self.api_key: str = summary["apiKey"] or ""
            https = None if url.startswith("https:") else summary.get("httpsOrigin")
            self.origin: str = https or self.control_origin
        except ControlError as error:
            hint = "; set CLOUDSEC_FAKE_CONTROL_TOKEN" if error.status == 401 else ""
            raise Broken(f"CLOUDSEC_CONTROL_URL: {error}{hint}") from error
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            raise Broken(f"CLOUDSEC_CONTROL_URL: the server at {url} is not cloudsec-fake") from error

    def sandbox(self, name: str) -> Sandbox:
        """Return a sandbox, which its first use creates. Its name has 1 to 63 of a-z, 0-9 and hyphens."""
        return Sandbox(self, name)


class Program:
    """A fake that this process starts. It ends with its standard input: after `close`, or with this process."""

    def __init__(self, command: str, coverage: bool) -> None:
        name, *words = shlex.split(command) or [""]
        self._words = [shutil.which(name) or "", *words]
        if self._words[0] == "":
            raise Broken(f"there is no {name or 'command'} to start the fake: {WAYS}")
        port = () if any(word.startswith("--port") for word in words) else ("--port", "0")
        line = [*self._words, *port, *FLAGS, *(("--coverage",) if coverage else ())]
        with tempfile.TemporaryFile() as errors:
            # In a new session, so that Ctrl+C does not stop it before the tests end.
            self._process = subprocess.Popen(line, stdin=PIPE, stdout=PIPE, stderr=errors, start_new_session=True)
            timer = threading.Timer(60, self._process.kill)
            timer.start()
            try:
                ready = json.loads(self._process.stdout.readline() if self._process.stdout else "")
                self.url: str = ready["controlUrl"]
                self.token: str | None = ready["token"]
            except (ValueError, LookupError, TypeError) as error:
                self.close()
                errors.seek(0)
                raise Broken(_reason(name, errors.read().decode(errors="replace"))) from error
            finally:
                timer.cancel()

    def coverage(self, minimum: str) -> tuple[bool, str]:
        """Return whether the coverage is sufficient, and its table."""
        end = self._words.index("start") if "start" in self._words else len(self._words)
        line = [*self._words[:end], "requests", "coverage", "--sandboxes", "all", "--url", self.url]
        ended = subprocess.run(line + (["--min", minimum] if minimum else []), capture_output=True, text=True)
        return ended.returncode == 0, (ended.stdout + ended.stderr).strip()

    def close(self) -> None:
        try:
            self._process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()


def _reason(command: str, output: str) -> str:
    node = shutil.which("node")
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout.strip() if node else "none"
    number = re.match(r"v(\d+)\.(\d+)", version)
    if number is None or (int(number[1]), int(number[2])) < (20, 19):
        return f"the fake needs Node 20.19 or later, but found {version}: {WAYS}"
    if output.lower().startswith("npm err"):
        return f"{command} cannot find the package cloudsec-fake: {WAYS}"
    lines = output.strip().splitlines() or ["it printed nothing"]
    return f"the fake did not start: {lines[-1].removeprefix('cloudsec-fake: ')}"
