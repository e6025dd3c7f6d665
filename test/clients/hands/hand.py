"""A hand by urllib, http.client or requests: python3 hand.py NAME. It sends each line `METHOD URL KEY [BODY]`."""

import http.client
import sys
import urllib.error
import urllib.request
from urllib.parse import urlsplit

connections = {}


def by_urllib(method, url, headers, body):
    try:
        answer = urllib.request.urlopen(urllib.request.Request(url, body, headers, method=method), timeout=10)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        answer.read()


def by_http_client(method, url, headers, body):
    _, host, path, query, _ = urlsplit(url)
    connection = connections.setdefault(host, http.client.HTTPConnection(host, timeout=10))
    connection.request(method, f"{path}?{query}" if query else path, body, headers)
    connection.getresponse().read()


def by_requests(method, url, headers, body):
    import requests

    session = connections.setdefault("", requests.Session())
    session.request(method, url, headers=headers, data=body, timeout=10)


send = {"urllib": by_urllib, "http.client": by_http_client, "requests": by_requests}[sys.argv[1]]
for line in sys.stdin:
    method, url, key, *body = line.split()
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    send(method, url, headers, body[0].encode() if body else None)
    print("sent", flush=True)
