"""One fake for a run, however the run ends."""
import os
import signal
import stat
import subprocess
import time

import pytest
from conftest import COMMAND, is_running

MANY = """
    import pytest
    from client import ask

    JOB = {"analysis_type": "anomaly_detection", "output_format": "json", "data_source": {"type": "security_logs",
           "parameters": {"start_date": "2026-06-01T00:00:00Z", "end_date": "2026-06-02T00:00:00Z", "log_types": ["system"]}}}

    @pytest.mark.parametrize("number", range(500))
    def test_has_its_own(cloudsec, number):
        assert cloudsec.requests.list()["items"] == []
        name = f"Nightly {number}"
        assert ask(cloudsec, "/data/analysis/jobs", {"name": name, **JOB})[0] in (200, 201, 202)
        jobs = ask(cloudsec, "/data/analysis/jobs?limit=100")[1]["data"]
        assert [job["name"] for job in jobs if job["name"].startswith("Nightly ")] == [name]
        assert [one["sandbox"] for one in cloudsec.requests.list()["items"]] == [cloudsec.name] * 2
"""


def test_500_tests_of_four_workers_have_one_fake(kit):
    kit.pytester.makepyfile(MANY)
    kit.run("-q", "-n", "4").assert_outcomes(passed=500)
    [pid] = kit.started()
    assert not is_running(pid)


def test_each_worker_has_its_own_sandbox_of_a_test(kit):
    kit.pytester.makepyfile(MANY.replace("500", "10"))
    kit.run("-q", "--dist=each", "--tx=2*popen").assert_outcomes(passed=20)


def test_no_fake_starts_without_a_test_that_asks(kit):
    kit.pytester.makepyfile("def test_one(): pass")
    assert kit.run().ret == 0
    assert kit.started() == []


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_kill_ends_the_fake(kit, workers):
    kit.pytester.makepyfile(
        "import time, pathlib\ndef test_waits(cloudsec):\n    pathlib.Path('ready').touch()\n    time.sleep(60)"
    )
    for _ in range(5):
        ready = kit.pytester.path / "ready"
        run = subprocess.Popen(kit.line("--cloudsec-command", kit.command, *workers), stdout=subprocess.DEVNULL)
        while not ready.exists():
            assert run.poll() is None
            time.sleep(0.05)
        os.kill(run.pid, signal.SIGKILL)
        run.wait()
        time.sleep(1)
        assert not is_running(kit.started()[-1])
        ready.unlink()
    assert len(kit.started()) == 5


def executable(path, text):
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


BOTH_WAYS = "install Node 20.19 or later and run `npm install --save-dev cloudsec-fake` here, or set CLOUDSEC_CONTROL_URL"


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
@pytest.mark.parametrize(
    "case, said",
    [
        ("no node", f"there is no npx to start the fake: {BOTH_WAYS}"),
        ("old node", f"the fake needs Node 20.19 or later, but found v18.20.1: {BOTH_WAYS}"),
        ("no package", f"npx cannot find the package cloudsec-fake: {BOTH_WAYS}"),
        ("port in use", "the fake did not start: cannot listen on 127.0.0.1 port "),
        ("other program", "CLOUDSEC_CONTROL_URL: the server at http://127.0.0.1:"),
        ("nothing", "CLOUDSEC_CONTROL_URL: nothing answers at http://127.0.0.1:9/_control ("),
        ("no url", "CLOUDSEC_CONTROL_URL: expected a URL such as http://127.0.0.1:4747/_control, got 'here'"),
        ("no token", "Authorization: expected Bearer and the control token, given to the fake or printed by it; set CLOUDSEC_FAKE_CONTROL_TOKEN"),
        ("bad option", "--cloudsec-clock: now: expected an ISO 8601 date-time"),
        ("bad mode", "--cloudsec-conduct: expected 'fail', 'warn' or "),
    ],
)
def test_a_broken_set_up_is_one_line(kit, workers, case, said, request):
    kit.pytester.makepyfile("def test_one(cloudsec): pass\ndef test_two(cloudsec): pass")
    tools = kit.pytester.path / "tools"
    command, more = [], []
    if case == "no node":
        kit.monkeypatch.setenv("PATH", str(tools))
    elif case == "old node":
        executable(tools / "node", "echo v18.20.1")
        executable(tools / "npx", "echo 'SyntaxError: odd' >&2; exit 1")
        kit.monkeypatch.setenv("PATH", f"{tools}:/usr/bin:/bin")
    elif case == "no package":
        executable(tools / "npx", "echo 'npm error code E404' >&2; echo 'npm error A complete log' >&2; exit 1")
        kit.monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    elif case in ("bad option", "bad mode"):
        command = None
        more = ["--cloudsec-clock=soon"] if case == "bad option" else ["--cloudsec-conduct=hard"]
    elif case in ("nothing", "no url"):
        kit.monkeypatch.setenv("CLOUDSEC_CONTROL_URL", "here" if case == "no url" else "http://127.0.0.1:9/_control")
    else:
        token = {"CLOUDSEC_FAKE_CONTROL_TOKEN": "open-sesame"} if case == "no token" else {}
        other = subprocess.Popen(
            f"exec {COMMAND} --port 0 --format json --end-with-stdin", shell=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, env={**os.environ, **token},
        )
        request.addfinalizer(lambda: other.communicate())
        url = __import__("json").loads(other.stdout.readline())["controlUrl"]
        if case == "port in use":
            command = ["--cloudsec-command", f"{COMMAND} --port {url.split(':')[2].split('/')[0]}"]
        else:
            kit.monkeypatch.setenv("CLOUDSEC_CONTROL_URL", url if case == "no token" else f"{url}/")
            if case == "other program":
                served = subprocess.Popen(
                    ["/usr/bin/python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"], stdout=subprocess.PIPE, text=True,
                    stderr=subprocess.DEVNULL,
                )
                request.addfinalizer(lambda: (served.kill(), served.communicate()))
                port = served.stdout.readline().split("port ")[1].split()[0]
                kit.monkeypatch.setenv("CLOUDSEC_CONTROL_URL", f"http://127.0.0.1:{port}/_control")
    ended = kit.run("-q", *more, *workers, command=command)
    assert ended.ret == 4
    lines = [line for line in ended.outlines if "cloudsec-fake: " in line]
    assert len(lines) == 1 and said in lines[0], ended.outlines
    assert "Traceback" not in "\n".join(ended.outlines + ended.errlines)


def test_a_fake_that_runs_is_used_and_keeps_only_what_failed(kit, request):
    fake = subprocess.Popen(
        f"exec {COMMAND} --port 0 --format json --end-with-stdin", shell=True, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True,
    )
    request.addfinalizer(lambda: fake.communicate())
    url = __import__("json").loads(fake.stdout.readline())["controlUrl"]
    kit.monkeypatch.setenv("CLOUDSEC_CONTROL_URL", url)
    kit.pytester.makepyfile(
        """
        from client import status
        def test_passes(cloudsec): pass
        def test_fails(cloudsec): assert cloudsec.requests.list()["items"] != [], status(cloudsec, "/cloud/resources")
        """
    )
    from cloudsec_fake import Fake

    for _ in range(2):
        kit.run("-n", "2").assert_outcomes(passed=1, failed=1)
    names = [one["name"] for one in Fake(url, None).sandbox("default")._call("GET", "/sandboxes")["items"]]
    assert [name[:10] for name in names] == ["default", "test-fails"]
    assert kit.started() == []
