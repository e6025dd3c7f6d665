"""The plugin for pytest: a sandbox for each test, and one fake for the whole run."""
import os
from collections.abc import Callable, Generator
from typing import Any, TypeVar

import pytest

from ._fake import Broken, Fake, Program, Sandbox
from ._report import report_of
from ._test import NAMES, Test

OPTIONS = {
    "command": "the command that starts the fake (default: npx --no -- cloudsec-fake start)",
    "scenario": "scenarios that are on in each sandbox, separated by commas",
    "clock": "the clock of each sandbox: real, frozen (at 2026-07-01T00:00:00Z), or a date-time to freeze at",
    "assume": "options of assumptions in each sandbox: id=option, separated by commas",
    "conduct": "judge the requests of passing tests: fail or warn",
    "coverage_min": "fail a run below this percentage of coverage; implies --cloudsec-coverage",
}
FLAGS = {
    "empty": "start each test with a sandbox without records",
    "strict": "fail a test if a request matched no operation, or if an active scenario never fired",
    "coverage": "show the coverage of all tests",
}
_test = pytest.StashKey[Test]()
_run = pytest.StashKey["Run"]()
_Hook = TypeVar("_Hook", bound=Callable[..., Any])


def _hook(**options: bool) -> Callable[[_Hook], _Hook]:
    # hookimpl has no types before pluggy 1.3.
    mark: Callable[[_Hook], _Hook] = pytest.hookimpl(**options)
    return mark


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("cloudsec", "cloudsec-fake")
    for name, about in {**OPTIONS, **FLAGS}.items():
        kind: Any = {"action": "store_true"} if name in FLAGS else {"metavar": "VALUE"}
        group.addoption(f"--cloudsec-{name.replace('_', '-')}", default=None, help=about, **kind)
        parser.addini(f"cloudsec_{name}", about, type="bool" if name in FLAGS else None)


class Run:
    """A run of pytest, with its fake, which the first test that needs it opens."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._opened: Fake | Broken | None = None
        self.program: Program | None = None
        #: The message of the pytest-xdist controller to its workers; None in the controller.
        self.message: Any = getattr(config, "workerinput", {}).get("cloudsec")
        self.coverage: str | None = None

    def option(self, name: str) -> Any:
        given = self._config.getoption(f"cloudsec_{name}")
        return self._config.getini(f"cloudsec_{name}") if given is None else given

    def settings(self) -> dict[str, Any]:
        """The settings of a test without marks."""
        given = {name: self.option(name) for name in NAMES}
        assume = dict(pair.partition("=")[::2] for pair in _split(given["assume"]))
        return {**given, "scenario": _split(given["scenario"]), "assume": assume}

    def fake(self) -> Fake:
        try:
            opened = self._opened or self._open()
        except Broken as error:
            opened = error
        self._opened = opened
        if isinstance(opened, Broken):
            raise opened
        return opened

    def _open(self) -> Fake:
        if self.message is not None:
            if "error" in self.message:
                raise Broken(self.message["error"])
            return Fake(self.message["url"], self.message["token"])
        url, token = os.environ.get("CLOUDSEC_CONTROL_URL"), os.environ.get("CLOUDSEC_FAKE_CONTROL_TOKEN")
        if url:
            return Fake(url, token)
        self.program = Program(self.option("command") or "npx --no -- cloudsec-fake start", self._covers())
        return Fake(self.program.url, self.program.token or token)

    def _covers(self) -> bool:
        return bool(self.option("coverage") or self.option("coverage_min"))

    @_hook(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        # With --dist each, a test runs in all workers at the same time.
        message = {"worker": node.gateway.id if self._config.getoption("dist") == "each" else ""}
        try:
            message |= {"url": self.fake().url, "token": self.fake().token or ""}
        except Broken as error:
            message["error"] = str(error)
        node.workerinput["cloudsec"] = message

    @_hook(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        line = getattr(report, "cloudsec_broken", None)
        if line is not None and self.message is None:
            pytest.exit(f"cloudsec-fake: {line}", pytest.ExitCode.USAGE_ERROR)

    @_hook(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.program is not None and self._covers():
            enough, self.coverage = self.program.coverage(self.option("coverage_min"))
            if not enough and session.exitstatus == pytest.ExitCode.OK:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self.coverage is not None:
            terminalreporter.section("cloudsec-fake coverage")
            terminalreporter.write_line(self.coverage)

    def pytest_unconfigure(self) -> None:
        if self.program is not None:
            self.program.close()


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"cloudsec({', '.join(NAMES)}): settings of the sandbox of a test")
    config.stash[_run] = run = Run(config)
    config.pluginmanager.register(run, "cloudsec_fake_run")


@pytest.fixture(scope="session")
def cloudsec_fake(pytestconfig: pytest.Config) -> Fake:
    """The fake of the run."""
    return pytestconfig.stash[_run].fake()


@pytest.fixture
def cloudsec(request: pytest.FixtureRequest, cloudsec_fake: Fake) -> Sandbox:
    """A new sandbox, named after the test: `base_url`, `api_key`, and the calls of its control plane."""
    run = request.config.stash[_run]
    worker = run.message["worker"] if run.message else ""
    request.node.stash[_test] = test = Test(cloudsec_fake, request.node, worker, run.settings())
    return test.sandbox


@_hook(trylast=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    # Runs after the body, if it passed.
    test = item.stash.get(_test, None)
    broken = test.broken(item) if test is not None else []
    if broken:
        pytest.fail("\n".join(broken), pytrace=False)


@_hook(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, None]:
    report: Any = (yield).get_result()
    if call.excinfo is not None and call.excinfo.errisinstance(Broken):
        report.cloudsec_broken = str(call.excinfo.value)
    test = item.stash.get(_test, None)
    if test is None:
        return
    if report.failed:
        test.failed = True
        text = report_of(test.sandbox, test.shared, test.since)
        if hasattr(report.longrepr, "addsection"):
            report.longrepr.addsection("cloudsec-fake", text)
        else:
            report.longrepr = f"{report.longrepr}\n\n{text}"
    if call.when == "teardown":
        del item.stash[_test]
        if not test.failed:
            test.give_back()
