"""The suite of the client: python3 suite.py [FILE for the report as JUnit XML]. PARTS names some of its parts."""

import os
import signal
import sys
import unittest
from xml.etree import ElementTree

import plants
from client import Client, ServiceError

SUBJECT = {"name": "prod-search-ranking-db-01", "type": "database"}
JOB = {
    "name": "Nightly correlation of the suite",
    "analysis_type": "security_event_correlation",
    "output_format": "json",
    "data_source": {
        "type": "security_logs",
        "parameters": {
            "start_date": "2026-06-01T00:00:00Z",
            "end_date": "2026-06-02T00:00:00Z",
            "log_types": ["firewall"],
        },
    },
}


def open_client(api_key=os.environ["CLOUDSEC_API_KEY"]):
    return plants.planted(Client)(os.environ["CLOUDSEC_BASE_URL"], api_key)


class Part(unittest.TestCase):
    client = open_client()

    def assert_no_repeats(self, items):
        self.assertEqual(len({item["id"] for item in items}), len(items), "no record comes twice")


class Inventory(Part):
    def test_lists_all_resources(self):
        resources = self.client.list_resources(limit="25")
        self.assert_no_repeats(resources)
        self.assertGreaterEqual(len(resources), 60)

    def test_lists_one_type(self):
        machines = self.client.list_resources(type="virtual_machine", limit="8")
        self.assert_no_repeats(machines)
        self.assertGreaterEqual(len(machines), 20)
        self.assertLess(len(machines), 40)

    def test_reads_a_resource(self):
        listed = self.client.list_resources(type="load_balancer")[-1]
        resource = self.client.get_resource(listed["id"])
        self.assertEqual(resource["name"], listed["name"])
        self.assertLessEqual(self.client.time_of(resource["created_at"]), self.client.time_of(resource["updated_at"]))
        self.assertTrue(resource["details"]["instance_type"])


class Assessments(Part):
    def test_reads_an_assessment_of_the_list(self):
        done = [item for item in self.client.list_assessments() if item["score"] is not None]
        self.assert_no_repeats(done)
        self.assertGreaterEqual(len(done), 42)
        oldest = min(done, key=lambda item: self.client.time_of(item["timestamp"]))
        record = self.client.get_assessment(oldest["id"])
        self.assertEqual(record["score"], oldest["score"])
        self.assertTrue(all(finding["severity"] for finding in record["findings"]))

    def test_lists_none_of_the_future(self):
        self.assertEqual(self.client.list_assessments(from_date="2999-01-01T00:00:00Z"), [])

    def test_assesses_a_resource(self):
        databases = self.client.list_resources(type=SUBJECT["type"], limit="100")
        [resource] = [known for known in databases if known["name"] == SUBJECT["name"]]
        scan = {"comprehensive": True, "categories": ["network", "encryption"]}
        created = self.client.create_assessment(
            {"resource_id": resource["id"], "resource_type": SUBJECT["type"], "scan_options": scan}
        )
        record = self.client.complete_assessment(created)
        self.assertEqual(record["resource_id"], resource["id"])
        self.assertIn(record["score"], range(101))


class Jobs(Part):
    def test_runs_a_job_once(self):
        job = self.client.complete_job(self.client.create_job(JOB))
        self.assertEqual([known["id"] for known in self.client.list_jobs() if known["name"] == JOB["name"]], [job["id"]])


class History(Part):
    def test_lists_the_failed_jobs(self):
        self.assertGreaterEqual(len(self.client.list_jobs(status="failed")), 3)


class Refusals(Part):
    def assert_refused(self, code, call):
        with self.assertRaises(ServiceError) as refused:
            call()
        self.assertEqual(refused.exception.code, code)

    def test_reports_a_resource_that_is_not_there(self):
        known = self.client.list_resources(type="cache", limit="100")[0]["id"]
        self.assert_refused("resource_not_found", lambda: self.client.get_resource(known[:-12] + "f" * 12))

    def test_reports_a_job_that_is_refused(self):
        self.assert_refused("invalid_request", lambda: self.client.create_job({"name": JOB["name"] + " refused"}))

    def test_reports_a_wrong_key(self):
        self.assert_refused("authentication_error", open_client("wrong").list_resources)


class Result(unittest.TextTestResult):
    def __init__(self, *args):
        super().__init__(*args)
        self.passed = []

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed.append(test)


def write_report(result, file):
    failed = [*result.failures, *result.errors]
    report = ElementTree.Element("testsuite", name="python", tests=str(result.testsRun), failures=str(len(failed)))
    for test, text in [*((test, None) for test in result.passed), *failed]:
        case = ElementTree.SubElement(report, "testcase", classname=type(test).__name__, name=test.id().split(".")[-1])
        if text is not None:
            ElementTree.SubElement(case, "failure", message=text.strip().splitlines()[-1]).text = text
    ElementTree.ElementTree(report).write(file, "utf-8", True)


def end_test(*_):
    """Ends the running test, so that the report of a suite that hangs names it."""
    raise AssertionError("the run took too long")


def main():
    signal.signal(signal.SIGTERM, end_test)
    parts = os.environ.get("PARTS", "inventory,assessments,jobs,history,refusals").split(",")
    suite = unittest.defaultTestLoader.loadTestsFromNames([part.capitalize() for part in parts], sys.modules[__name__])
    result = unittest.TextTestRunner(sys.stdout, verbosity=2, resultclass=Result).run(suite)
    if len(sys.argv) > 1:
        write_report(result, sys.argv[1])
    sys.exit(0 if result.wasSuccessful() else 1)


if __name__ == "__main__":
    main()
