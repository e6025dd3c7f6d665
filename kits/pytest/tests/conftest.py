import os
import shlex
import sys
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]
ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "kits/pytest"))
COMMAND = os.environ.get("CLOUDSEC_KIT_COMMAND", f"node {shlex.quote(str(ROOT / 'dist/cli/main.cjs'))} start")

CLIENT = '''
import json, urllib.error, urllib.request

def ask(sandbox, path, body=None, base=None):
    """Return status and body of an answer."""
    headers = {"Authorization": f"Bearer {sandbox.api_key}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request((base or sandbox.base_url) + path, data, headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:
        return refused.code, json.load(refused)

def status(sandbox, path, **more):
    return ask(sandbox, path, **more)[0]
'''


class Kit:
    """Runs pytest with the kit in a temporary folder, and counts the started fakes."""

    def __init__(self, pytester, monkeypatch):
        self.pytester = pytester
        self.monkeypatch = monkeypatch
        self.starts = pytester.path / "starts"
        count = f'echo $$ >> {self.starts}; exec {COMMAND} "$@"'
        self.command = f"sh -c {shlex.quote(count)} start"
        for name in [name for name in os.environ if name.startswith(("CLOUDSEC_", "PYTEST_"))]:
            monkeypatch.delenv(name)
        monkeypatch.setenv("PYTHONPATH", str(ROOT / "kits/pytest"))
        pytester.makepyfile(client=CLIENT)

    def line(self, *args):
        return [sys.executable, "-m", "pytest", "-p", "cloudsec_fake.plugin", "-p", "no:cacheprovider", *args]

    def run(self, *args, command=None):
        option = ["--cloudsec-command", self.command] if command is None else command
        return self.pytester.run(*self.line(*option, *args))

    def started(self):
        return [int(pid) for pid in self.starts.read_text().split()] if self.starts.exists() else []


def is_running(pid):
    """False also for a zombie process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.fixture
def kit(pytester, monkeypatch):
    return Kit(pytester, monkeypatch)
