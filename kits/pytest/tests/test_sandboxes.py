"""The sandbox of a test, and its end."""
import pytest
from conftest import is_running

TESTS = """
    import pytest
    from client import ask, status

    def test_passes(cloudsec):
        assert status(cloudsec, "/cloud/resources") == 200

    @pytest.mark.cloudsec(scenario="outage-then-recovery", clock="frozen")
    def test_fails(cloudsec):
        assert status(cloudsec, "/cloud/resources?limit=7") == 200

    def test_fails_without_a_request(cloudsec):
        pytest.fail("as cold as ice", pytrace=False)

    def test_loses_its_sandbox(cloudsec, cloudsec_fake):
        assert status(cloudsec, "/cloud/resources?limit=5", base=f"{cloudsec_fake.origin}/v1") == 503

    @pytest.mark.xfail
    def test_is_expected_to_fail(cloudsec):
        assert status(cloudsec, "/cloud/resources") == 503

    @pytest.fixture
    def broken(cloudsec):
        yield
        assert status(cloudsec, "/cloud/resources?limit=9") == 503

    def test_breaks_at_its_end(broken):
        pass

    def test_sends_headers(cloudsec, cloudsec_fake):
        import urllib.request
        headers = {"Authorization": f"Bearer {cloudsec.api_key}", **cloudsec.headers}
        urllib.request.urlopen(urllib.request.Request(f"{cloudsec_fake.origin}/v1/cloud/resources", headers=headers))
        assert len(cloudsec.requests.list()["items"]) == 1
"""
HEADINGS = "ID * AT * REQUEST * STATUS * CODE * SCENARIOS"


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_reports_failures_and_ends_the_fake(kit, workers):
    kit.pytester.makepyfile(TESTS)
    ended = kit.run("-v", "--junitxml=junit.xml", *workers)
    ended.assert_outcomes(passed=3, failed=3, xfailed=1, errors=1)
    text = "\n".join(ended.outlines)
    junit = (kit.pytester.path / "junit.xml").read_text()
    for where in (text, junit):
        assert "cloudsec-fake requests (sandbox test-fails-" in where
        assert "  503     service_unavailable  outage-then-recovery[0]" in where
        assert "(sandbox test-fails-without-a-request-" in where and "): none" in where
        assert "requests without a sandbox, which reached default (concurrent tests share it):" in where
        assert "GET /v1/cloud/resources?limit=5" in where and "GET /v1/cloud/resources?limit=9" in where
        assert "(sandbox test-passes-" not in where and "(sandbox test-is-expected" not in where
    [pid] = kit.started()
    assert not is_running(pid)


def test_settings_of_a_run_and_of_a_test(kit):
    kit.pytester.makeini("[pytest]\ncloudsec_clock = frozen\ncloudsec_assume = limitAboveMax=clamp, errorStatus=422\n")
    kit.pytester.makepyfile(
        """
        import pytest
        from client import status
        from cloudsec_fake import ControlError

        def test_run(cloudsec):
            assert cloudsec.clock.show() == {"now": "2026-07-01T00:00:00.000Z", "mode": "frozen", "rate": 1}
            assert [one["choice"] for one in cloudsec.assumptions.list()["items"] if one["id"] == "limitAboveMax"] == ["clamp"]
            assert status(cloudsec, "/cloud/resources") == 503

        @pytest.mark.cloudsec(clock="2026-01-01T00:00:00Z", assume={"limitAboveMax": "reject"}, scenario=[])
        def test_marked(cloudsec):
            assert cloudsec.clock.show()["now"] == "2026-01-01T00:00:00.000Z"
            assert status(cloudsec, "/cloud/resources?limit=500") == 400
            assert status(cloudsec, "/cloud/resources") == 200

        @pytest.mark.cloudsec(clock="real", scenario={"name": "mine", "rules": [{"then": {"error": "internal_error"}}]})
        class TestClass:
            def test_of_a_class(self, cloudsec):
                assert cloudsec.clock.show()["mode"] == "real"
                assert status(cloudsec, "/cloud/resources") == 500

        @pytest.mark.cloudsec(scenario=())
        def test_calls(cloudsec):
            job = cloudsec.jobs.create(name="Nightly")
            assert cloudsec.jobs.update(job["id"], name="Weekly")["name"] == "Weekly"
            assert [one["id"] for one in cloudsec.jobs.list(limit=1)["items"]] == [job["id"]]
            cloudsec.jobs.remove(job["id"])
            cloudsec.clock.advance(by="1h")
            key = cloudsec.keys.create(name="mine", permissions=[])
            assert cloudsec.quota.show(key["id"])["limit"] > 0
            assert cloudsec.summary()["name"] == cloudsec.name
            assert cloudsec.requests.list(unmatched=True) == {"items": []}
            with pytest.raises(ControlError, match="^by: .soon. is not a duration") as refused:
                cloudsec.clock.advance(by="soon")
            assert (refused.value.status, refused.value.field) == (400, "by")
            with pytest.raises(ControlError) as refused:
                cloudsec.scenarios.on("a/b?")
            assert refused.value.status == 404

        @pytest.mark.cloudsec(scenario=(), empty=True)
        def test_calls_as_javascript_has_them(cloudsec):
            assert set(cloudsec.summary()["counts"].values()) == {0}
            made = cloudsec.resources.create({"name": "one", "type": "cache"}, region="north")
            assert (made["name"], made["type"], made["region"]) == ("one", "cache", "north")
            assert cloudsec.resources.update(made["id"], {"name": "two"})["name"] == "two"
            assert cloudsec.resources.list({"limit": 1})["total"] == 1
            cloudsec.clock.set("2026-02-03T00:00:00Z")
            assert cloudsec.clock.advance("1h")["now"].startswith("2026-02-03T01:")
            cloudsec.assumptions.set({"limitAboveMax": "clamp"})
            cloudsec.scenarios.define({"name": "mine", "rules": [{"then": {"error": "internal_error"}}]})
            assert status(cloudsec, "/cloud/resources?limit=500") == 500
            assert len(cloudsec.requests.verify({"operation": "listResources", "status": 500}, 1)["requests"]) == 1
            cloudsec.requests.verify(sequence=[{"status": 500}])
            with pytest.raises(ControlError, match="^match.opration: "):
                cloudsec.requests.verify({"opration": "listResources"}, 1)
            assert len(cloudsec.requests.list({"operation": "listResources"}, limit=5)["items"]) == 1
            key = cloudsec.keys.create({"name": "mine", "permissions": []})
            assert cloudsec.quota.set(key["id"], {"limit": 7})["limit"] == 7
            cloudsec.clear()
            assert cloudsec.resources.list()["total"] == 0

        @pytest.mark.parametrize("call, error, said", [
            (lambda box: box.resource, AttributeError, "Sandbox has no 'resource'. Did you mean resources? It has: api_key, assessments, assumptions, base_url, clear, clock, "),
            (lambda box: box.scenario, AttributeError, "Did you mean scenarios?"),
            (lambda box: box.records, AttributeError, "Sandbox has no 'records'. It has: "),
            (lambda box: box.clock.advnce, AttributeError, "Clock has no 'advnce'. Did you mean advance? It has: advance, due, set, show"),
            (lambda box: box.scenarios.allOff, AttributeError, "Did you mean all_off?"),
            (lambda box: box.scenarios.define("mine"), TypeError, "expected a mapping, or its fields by name, got 'mine'"),
            (lambda box: box.requests.list("x"), TypeError, "expected a mapping, or its fields by name, got 'x'"),
        ])
        def test_names_what_there_is(cloudsec, call, error, said):
            with pytest.raises(error) as refused:
                call(cloudsec)
            assert said in str(refused.value)

        @pytest.mark.parametrize("mark", [0])
        @pytest.mark.cloudsec(assume={"limitAboveMax": "often"})
        def test_refused(cloudsec, mark):
            pass

        @pytest.mark.cloudsec(scenrio="flaky")
        def test_misspelt(cloudsec):
            pass
        """
    )
    ended = kit.run("--cloudsec-scenario", "service-unavailable", "--cloudsec-assume", "limitAboveMax=clamp")
    text = "\n".join(ended.outlines)
    assert "ControlError: assumption limitAboveMax: " in text and '"often"' in text
    assert "mark cloudsec: expected scenario, clock, assume, empty, strict, conduct by name" in text
    ended.assert_outcomes(passed=12, errors=2)


def test_strict_and_conduct(kit):
    kit.pytester.makepyfile(
        """
        import pytest
        from client import status

        def test_unmatched(cloudsec):
            assert status(cloudsec, "/cloud/resource") == 404

        @pytest.mark.cloudsec(scenario="commits-then-fails")
        def test_unfired(cloudsec):
            assert status(cloudsec, "/cloud/resources") == 200

        @pytest.mark.cloudsec(strict=False)
        def test_loose(cloudsec):
            assert status(cloudsec, "/cloud/resource") == 404

        @pytest.mark.cloudsec(strict=False, conduct="fail")
        def test_misbehaves(cloudsec):
            assert status(cloudsec, "/cloud/resource") == 404

        @pytest.mark.cloudsec(strict=False, conduct={"mode": "fail", "allow": ["matched-no-operation"]})
        def test_allowed(cloudsec):
            assert status(cloudsec, "/cloud/resource") == 404

        @pytest.mark.cloudsec(strict=False, conduct="warn")
        def test_warned(cloudsec):
            assert status(cloudsec, "/cloud/resource") == 404

        def test_fires(cloudsec):
            cloudsec.scenarios.on("outage-then-recovery")
            assert status(cloudsec, "/cloud/resources") == 503
        """
    )
    ended = kit.run("--cloudsec-strict", "-n", "2")
    ended.assert_outcomes(passed=4, failed=3, warnings=1)
    text = "\n".join(ended.outlines)
    assert "strict: expected a request that matches no operation 0 times, got 1: " in text
    assert "strict: expected every scenario that was on to fire; commits-then-fails did not" in text
    assert "conduct: the client misbehaved (sandbox test-misbehaves-" in text
    assert "ConductWarning: conduct: the client misbehaved (sandbox test-warned-" in text


@pytest.mark.parametrize("least, code", [("1", 0), ("60", 1)])
def test_coverage(kit, least, code):
    kit.pytester.makepyfile("from client import status\ndef test_one(cloudsec): status(cloudsec, '/cloud/resources')")
    # The words before `start` are the program.
    from conftest import COMMAND

    ended = kit.run("--cloudsec-coverage-min", least, command=["--cloudsec-command", COMMAND])
    assert ended.ret == code
    ended.stdout.fnmatch_lines(["*cloudsec-fake coverage*", "OPERATION *", "listResources     1 *"])
    assert ("expected at least 60 %" in ended.stdout.str()) == (code == 1)
