import os
import subprocess
from urllib.parse import urlsplit
from urllib.request import urlopen


class DockerContainer:
    def __init__(self, image):
        self.image = image
        image_env = {'CLOUDSEC_FAKE_HOST': '0.0.0.0', 'CLOUDSEC_FAKE_LOG_LEVEL': 'error'}
        self.env = {'PATH': os.environ['PATH'], **image_env}

    def with_exposed_ports(self, port):
        self.port = port
        return self

    def with_env(self, name, value):
        self.env[name] = value
        return self

    def waiting_for(self, ready):
        self.ready = ready
        return self

    def __enter__(self):
        line = ['node', os.environ['PROGRAM'], 'start', '--port', '0', '--print-url']
        self.child = subprocess.Popen(line, env=self.env, stdout=subprocess.PIPE, text=True)
        self.url = urlsplit(self.child.stdout.readline())
        urlopen(f'http://{self.url.netloc}{self.ready.path}').close()
        print(self.image, self.port, self.ready.port)
        return self

    def __exit__(self, *_):
        self.child.terminate()
        self.child.communicate()

    def get_container_host_ip(self):
        return self.url.hostname

    def get_exposed_port(self, port):
        return self.url.port
