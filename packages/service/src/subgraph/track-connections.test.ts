import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { trackConnections } from "./track-connections.js";

const server = createServer();
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

it("waits until the last connection is closed, at most for the given time", async () => {
  const { waitUntilNone } = trackConnections(server);
  await waitUntilNone(60_000);
  await once(server.listen(0, "127.0.0.1"), "listening");
  for (let count = 0; count < 2; count += 1) {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    sockets.push(socket);
    await once(server, "connection");
  }
  await waitUntilNone(1);
  let isOver = false;
  const waiting = waitUntilNone(60_000).then(() => {
    isOver = true;
  });
  sockets.pop()?.destroy();
  await waitUntilNone(20);
  expect(isOver).toBe(false);
  sockets.pop()?.destroy();
  await waiting;
});
