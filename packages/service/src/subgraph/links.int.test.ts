import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { graphqlRequest, principalHeader, principalSigner } from "@offergraph/shared/access/principal";
import { type Frame, FrameReader, FrameWriter, frameKinds, linkProtocol, type ReceivedFrame } from "@offergraph/shared/link/frames";
import { newId } from "@offergraph/shared/time/ids";
import { testSigningKey } from "@offergraph/testkit/subgraph";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { type Fixture, startFixture } from "./testing/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture.stop());

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const answerOf = ({ id, status, number, payload }: ReceivedFrame) => ({
  id,
  status,
  errors: number,
  body: JSON.parse(payload.toString()),
});

/** `frames` contains the frames that have arrived. */
async function openLink(base: string, headers = `Upgrade: ${linkProtocol}`, path = "/graphql") {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  const frames: ReceivedFrame[] = [];
  const reader = new FrameReader(100_000_000, (frame) => frames.push(frame));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade\r\n${headers}\r\n\r\n`);
  const [head] = (await once(socket, "data")) as [Buffer];
  socket.on("data", (chunk: Buffer) => reader.read(chunk)).on("error", () => undefined);
  const writer = new FrameWriter(socket);
  const send = (id: number, body: string, lines: Record<string, string>) => writer.add(requestFrame(id, body, lines));
  return { socket, frames, send, writer, head: head.toString() };
}

function requestFrame(id: number, body: string, lines: Record<string, string>): Frame {
  const head = Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join("");
  return { kind: frameKinds.request, id, number: head.length, status: 0, head, body };
}

function signed(body: string, workspaceId = newId()): Record<string, string> {
  const principal = { workspaceId, memberId: newId(), keyId: newId(), level: "WRITE", requestId: newId() } as const;
  return {
    [principalHeader]: principalSigner(testSigningKey).sign(principal, fixture.clock.now().getTime(), graphqlRequest("things", body)),
  };
}

const list = JSON.stringify({ query: "{ list_things { rowId } }" });

describe("a link", () => {
  it("answers concurrent requests like HTTP, each with its own identity and headers", async () => {
    const { send, frames, head } = await openLink(fixture.base);
    expect(head).toMatch(/^HTTP\/1\.1 101 /);
    const workspaceId = newId();
    const create = JSON.stringify({
      query: "mutation ($input: CreateThingInput!) { create_thing(input: $input) { thing { name } userErrors { code } } }",
      variables: { input: { name: "Größe 🎁" } },
    });
    const repeated = { ...signed(create, workspaceId), "idempotency-key": "one" };
    send(7, create, repeated);
    await vi.waitFor(() => expect(frames.length).toBe(1), polling);
    send(8, create, repeated);
    send(9, list, signed(list));
    send(10, list, {});
    await vi.waitFor(() => expect(frames.length).toBe(4), polling);
    const answers = frames.map(answerOf).sort((left, right) => left.id - right.id);
    const created = { data: { create_thing: { thing: { name: "Größe 🎁" }, userErrors: [] } } };
    expect(answers).toMatchObject([
      { id: 7, status: 200, errors: 0, body: created },
      { id: 8, status: 200, errors: 0, body: created },
      { id: 9, status: 200, errors: 0, body: { data: { list_things: [] } } },
      { id: 10, status: 401, errors: 1, body: { errors: [{ extensions: { code: "PRINCIPAL_INVALID" } }] } },
    ]);
    const rows = await fixture.query("SELECT FROM things WHERE workspace_id = $1", [workspaceId]);
    expect(rows.length).toBe(1);
  });

  it("rejects a body that is too large, and answers the next request", async () => {
    const { send, frames } = await openLink(fixture.base);
    const long = JSON.stringify({ query: "x".repeat(8 * 1024 * 1024) });
    send(1, long, signed(long));
    send(2, list, signed(list));
    await vi.waitFor(() => expect(frames.length).toBe(2), polling);
    expect(frames.map(answerOf).sort((left, right) => left.id - right.id)).toMatchObject([
      { id: 1, status: 413, body: { errors: [{ extensions: { code: "BODY_TOO_LARGE" } }] } },
      { id: 2, status: 200 },
    ]);
  });

  it("answers all of more requests than it handles at once", async () => {
    const { send, frames } = await openLink(fixture.base);
    const ids = Array.from({ length: 1_000 }, (_, index) => index);
    for (const id of ids) send(id, list, signed(list));
    await vi.waitFor(() => expect(frames.length).toBe(ids.length), polling);
    expect(frames.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(frames.map(({ id }) => id)).size).toBe(ids.length);
  });

  it("is closed if a frame is invalid", async () => {
    const { socket } = await openLink(fixture.base);
    socket.write(Buffer.from([0, 0, 0, 1, 9]));
    await once(socket, "close");
  });

  it.each([
    ["another protocol", "Upgrade: h2c", "/graphql"],
    ["another path", `Upgrade: ${linkProtocol}`, "/manifest"],
  ])("is not opened for %s", async (_title, headers, path) => {
    const { head, socket } = await openLink(fixture.base, headers, path);
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    if (!socket.destroyed) await once(socket, "close");
  });

  it("ends with a go-away frame when the service stops, after the replies to all requests", async () => {
    const stopping = await startFixture(inject("adminUrl"));
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const started = vi.fn(() => held);
    stopping.during.effect = started;
    const { socket, send, frames } = await openLink(stopping.base);
    const create = JSON.stringify({
      query: "mutation ($input: CreateThingInput!) { create_thing(input: $input) { thing { name } userErrors { code } } }",
      variables: { input: { name: "late" } },
    });
    send(1, create, signed(create));
    await vi.waitFor(() => expect(started).toHaveBeenCalled(), polling);
    const stopped = stopping.stop();
    await vi.waitFor(() => expect(frames.map(({ kind }) => kind)).toEqual([frameKinds.goAway]), polling);
    release();
    await vi.waitFor(() => expect(frames.length).toBe(2), polling);
    expect(answerOf(frames[1] as ReceivedFrame)).toMatchObject({ id: 1, status: 200, errors: 0 });
    socket.end();
    await stopped;
  });
});
