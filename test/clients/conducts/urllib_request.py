"""Python's urllib, which opens a connection for each request."""

import urllib.error
import urllib.request

from cases import play


def exchange(method, url, headers, body):
    try:
        answer = urllib.request.urlopen(urllib.request.Request(url, body, headers, method=method), timeout=10)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return answer.headers, answer.read()


play(lambda: exchange)
