"""Forwards TCP connections on loopback, unless a signal cuts them.

usage: proxy.py PORT:PORT...

Each argument is a port to listen on and the one to connect to. It writes a line when it listens. After
SIGUSR1, it holds back what arrives; after SIGUSR2, it closes all connections, and new ones at once; after
SIGHUP, it forwards again, also what it has held back.
"""

import asyncio
import signal
import sys


class Proxy:
    def __init__(self):
        self.passing = asyncio.Event()
        self.passing.set()
        self.drops = False
        self.transports = set()

    def hold(self):
        self.passing.clear()

    def drop(self):
        self.drops = True
        for transport in self.transports:
            transport.abort()

    def forward(self):
        self.drops = False
        self.passing.set()

    async def serve(self, target, reader, writer):
        try:
            if self.drops:
                return
            self.transports.add(writer.transport)
            there_reader, there_writer = await asyncio.open_connection("127.0.0.1", target)
            self.transports.add(there_writer.transport)
            try:
                await asyncio.gather(
                    self.pump(reader, there_writer), self.pump(there_reader, writer)
                )
            finally:
                self.transports.discard(there_writer.transport)
                there_writer.transport.abort()
        except OSError:
            pass
        finally:
            self.transports.discard(writer.transport)
            writer.transport.abort()

    async def pump(self, reader, writer):
        while data := await reader.read(65536):
            await self.passing.wait()
            writer.write(data)
            await writer.drain()
        # Neither side of etcd uses a connection that one end has closed.
        raise ConnectionResetError


async def main(pairs):
    proxy = Proxy()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, proxy.hold)
    loop.add_signal_handler(signal.SIGUSR2, proxy.drop)
    loop.add_signal_handler(signal.SIGHUP, proxy.forward)
    for pair in pairs:
        port, target = (int(word) for word in pair.split(":"))

        async def serve(reader, writer, target=target):
            await proxy.serve(target, reader, writer)

        await asyncio.start_server(serve, "127.0.0.1", port)
    print("ready", flush=True)
    await asyncio.Event().wait()


asyncio.run(main(sys.argv[1:]))
