"""Starts HTTP services sooner than Python starts: forks itself for each, with everything imported.

usage: services.py SOCKET

A client of the Unix socket sends a line with the words of the command, separated by NUL characters:
`server.py` or `board.py`, then its arguments. It receives the port, in a line. The service runs until
the connection ends. Each further line of the client has settings of a board in JSON, and is answered
by an empty line, or one that says what is wrong. This process exits when the one that started it
does.
"""

import json
import os
import signal
import socket
import sys

sys.dont_write_bytecode = True  # in the source tree
import board
import server

HANDLERS = {"server.py": server.Handler, "board.py": board.Handler}


def serve(connection):
    def answer(line):
        connection.sendall(f"{line}\n".encode())

    lines = connection.makefile()
    script, *arguments = lines.readline().rstrip("\n").split("\0")
    service = server.start(arguments, HANDLERS[script])
    answer(service.server_address[1])
    for line in lines:
        try:
            board.control(json.loads(line))
            answer("")
        except (AttributeError, TypeError, ValueError) as error:
            answer(repr(error))


def main():
    parent = os.getppid()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # Nobody waits for the services.
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1])
    listener.listen(128)
    listener.settimeout(1)
    while os.getppid() == parent:
        try:
            connection, _ = listener.accept()
        except TimeoutError:
            continue
        if os.fork() == 0:
            listener.close()
            connection.settimeout(None)
            try:
                serve(connection)
            finally:
                os._exit(0)  # with its threads, which may hold requests
        connection.close()


if __name__ == "__main__":
    main()
