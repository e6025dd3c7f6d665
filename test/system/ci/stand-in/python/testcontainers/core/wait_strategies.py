class HttpWaitStrategy:
    def __init__(self, port, path):
        self.port = port
        self.path = path
