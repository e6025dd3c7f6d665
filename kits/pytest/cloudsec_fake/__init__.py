"""A sandbox of cloudsec-fake for each test of pytest."""
from ._fake import Fake, Sandbox
from ._http import ControlError

__all__ = ["ControlError", "Fake", "Sandbox"]
