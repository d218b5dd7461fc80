import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { ClientResponse } from "./fast/fast-response.js";
import { createFastServer } from "./fast/fast-server.js";
import { type Answer, send } from "./send.js";

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

/** Starts a server of a kind, whose responses all have this body. Returns its URL. */
async function start(kind: "fast" | "node", body: Answer["body"]): Promise<string> {
  const answer = (response: ClientResponse) => send(response, { status: 200, headers: {}, body });
  const httpServer = createServer((_request, response) => answer(response));
  const fast = createFastServer({ httpServer, handles: () => true, handle: (_request, response) => answer(response) });
  const server = kind === "fast" ? fast.server : httpServer;
  await once(server.listen(0, "127.0.0.1"), "listening");
  endings.push(() => {
    fast.stop();
    fast.destroyAll();
    httpServer.close();
    httpServer.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
}

const long = "ü🎁".repeat(5_000);

describe.each(["fast", "node"] as const)("a response of a %s server", (kind) => {
  it.each<[name: string, body: Answer["body"], text: string]>([
    ["a text", "aü", "aü"],
    ["a buffer", Buffer.from("aü"), "aü"],
    ["short parts", ['{"a":', Buffer.from('"ü🎁"'), "}"], '{"a":"ü🎁"}'],
    ["long parts", [long, Buffer.from(long), "}"], `${long}${long}}`],
    ["one part", ["a"], "a"],
  ])("contains all bytes of %s", async (_name, body, text) => {
    const response = await fetch(await start(kind, body), { method: "POST", body: "a" });
    expect(await response.text()).toBe(text);
    expect(response.headers.get("content-length")).toBe(String(Buffer.byteLength(text)));
  });
});
