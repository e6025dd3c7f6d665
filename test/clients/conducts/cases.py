"""The cases, for each HTTP client of Python."""

import json
import os
import sys
import threading
import time

JOB = {
    "name": "Nightly review",
    "data_source": {
        "type": "security_logs",
        "parameters": {"start_date": "2026-06-01T00:00:00Z", "end_date": "2026-06-02T00:00:00Z", "log_types": ["system"]},
    },
    "analysis_type": "access_review",
    "output_format": "json",
}
BASE = os.environ["CLOUDSEC_BASE_URL"]
CONTROL = os.environ["CLOUDSEC_CONTROL_URL"]
JOBS = BASE + "/data/analysis/jobs"
RESOURCES = BASE + "/cloud/resources"


class Client:
    """`exchange(method, url, headers, body)` returns the headers and the text of the answer."""

    def __init__(self, exchange):
        self.exchange = exchange

    def send(self, method, url, body=None, key=os.environ["CLOUDSEC_API_KEY"]):
        headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        answered, text = self.exchange(method, url, headers, None if body is None else json.dumps(body).encode())
        return answered, json.loads(text) if text else None

    def create_job(self):
        return JOBS + "/" + self.send("POST", JOBS, JOB)[1]["data"]["id"]


def hot_polling(client):
    record = client.create_job()
    for _ in range(10):
        client.send("GET", record)


def no_pause(client):
    for _ in range(8):
        client.send("GET", RESOURCES)


def revoked_key(client):
    key = client.send("POST", CONTROL + "/keys", {"name": "Short-lived"})[1]
    client.send("GET", RESOURCES, key=key["secret"])
    client.send("DELETE", f"{CONTROL}/keys/{key['id']}")
    for limit in range(1, 6):
        client.send("GET", f"{RESOURCES}?limit={limit}", key=key["secret"])


def blind_create(client):
    client.send("POST", JOBS, JOB)
    time.sleep(0.1)
    client.send("POST", JOBS, JOB)


def blind_create_after_call(client):
    client.send("GET", RESOURCES)
    blind_create(client)


def jump_to_page_4(client):
    client.send("GET", RESOURCES + "?limit=10")
    client.send("GET", RESOURCES + "?limit=10&page=4")


def same_wrong_id_twice(client):
    for _ in range(2):
        client.send("GET", RESOURCES + "/00000000-0000-4000-8000-0000000000aa")


def two_workers_quota(client, is_second, _record):
    time.sleep(0.8 if is_second else 0)
    headers, _ = client.send("GET", RESOURCES)
    time.sleep(min(int(headers["X-Rate-Limit-Reset"]) + 0.05 - time.time(), 5))
    client.send("GET", RESOURCES)


def two_workers_create(client, is_second, _record):
    time.sleep(0.7 if is_second else 0)
    client.send("POST", JOBS, JOB)
    if not is_second:
        time.sleep(1)
        client.send("GET", JOBS)


def two_slow_pollers(client, is_second, record):
    time.sleep(0.7 if is_second else 0)
    for _ in range(4):
        client.send("GET", record)
        time.sleep(1.4)


def play(open_client):
    """Plays the case that the first argument names. Each of two workers is a thread with a client of its own."""
    name = sys.argv[1].replace("-", "_")
    case = globals()[name]
    if not name.startswith("two_"):
        case(Client(open_client()))
        return
    record = Client(open_client()).create_job() if case is two_slow_pollers else None
    if case is two_workers_quota:
        Client(open_client()).send("PUT", CONTROL + "/quota/full-access", {"remaining": 0, "resetsIn": "3s"})
    clients = [Client(open_client()), Client(open_client())]
    threads = [threading.Thread(target=case, args=(client, i == 1, record)) for i, client in enumerate(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
