"""A session of requests, which keeps its connection; without that package, http.client used in the same way."""

import http.client
from urllib.parse import urlsplit

from cases import play

try:
    import requests
except ImportError:
    requests = None


def open_session():
    session = requests.Session()

    def exchange(method, url, headers, body):
        answer = session.request(method, url, headers=headers, data=body, timeout=10)
        return answer.headers, answer.content

    return exchange


def open_connection():
    connections = {}

    def exchange(method, url, headers, body):
        _, host, path, query, _ = urlsplit(url)
        connection = connections.setdefault(host, http.client.HTTPConnection(host, timeout=10))
        connection.request(method, f"{path}?{query}" if query else path, body, headers)
        answer = connection.getresponse()
        return answer.headers, answer.read()

    return exchange


play(open_connection if requests is None else open_session)
