"""Ask the process of `forks` to run the tests now: exit status 0 if they pass."""

import socket
import sys

if __name__ == "__main__":
    with socket.socket(socket.AF_UNIX) as door:
        door.connect(sys.argv[1])
        sys.exit(door.recv(16) != b"passed")
