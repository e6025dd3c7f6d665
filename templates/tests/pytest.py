import urllib.error
import urllib.request

import pytest


@pytest.mark.cloudsec(scenario="first-list-fails")
def test_a_list_that_fails_is_asked_for_again(cloudsec):
    headers = {"Authorization": f"Bearer {cloudsec.api_key}"}

    # Replace this function by the client under test.
    def list_resources():
        request = urllib.request.Request(f"{cloudsec.base_url}/cloud/resources", headers=headers)
        try:
            return urllib.request.urlopen(request).status
        except urllib.error.HTTPError as refused:
            return refused.code

    assert [list_resources(), list_resources()] == [503, 200]
