import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, it, onTestFinished } from "vitest";
import { linesOf } from "../../services/ingest/ndjson.js";
import type { Result } from "../../services/ingest/write-batch.js";
import { abortOnStalledReader } from "./abort-on-stalled-reader.js";
import { answerParts, lines } from "./answer.js";
import { chunksOf } from "./read-body.js";

const chunk = Buffer.from("{}\n".repeat(20_000));
const chunks = 1_000;

/** Starts a server that responds to each line, and stops reading if the client does not read responses. */
async function listen(timeoutMs: number, onLeft: () => void) {
  let taken = 0;
  async function* resultsOf(request: IncomingMessage): AsyncGenerator<Result[]> {
    for await (const some of linesOf(chunksOf(request, () => undefined)))
      yield some.map(() => ({ index: taken++, externalRef: "x".repeat(50), outcome: "accepted" }));
  }
  const server = createServer((request, response) => {
    response.writeHead(200).flushHeaders();
    const errorOf = (error: unknown) => ({ message: (error as Error).message, extensions: {} });
    const parts = answerParts(abortOnStalledReader(resultsOf(request), timeoutMs, onLeft), lines, errorOf);
    pipeline(Readable.from(parts), response).catch(() => undefined);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, taken: () => taken };
}

it("a client that sends everything before reading gets ANSWER_NOT_READ after the processed records", async () => {
  let left = 0;
  const { port, taken } = await listen(200, () => (left += 1));
  const sending = httpRequest({ port, host: "127.0.0.1", method: "POST" });
  const answered = once(sending, "response");
  for (let sent = 0; sent < chunks; sent++) await new Promise((resolve) => sending.write(chunk, resolve));
  sending.end();
  const [answer] = (await answered) as [IncomingMessage];
  let text = "";
  for await (const part of answer) text += part;
  const emitted = text.trimEnd().split("\n");
  expect(JSON.parse(emitted.at(-1) ?? "")).toMatchObject({ errors: [{ message: expect.stringContaining("the response for 0.2 s") }] });
  expect(JSON.parse(emitted.at(-2) ?? "").index).toBe(taken() - 1);
  expect([left, emitted.length - 1]).toEqual([1, taken()]);
  expect(taken()).toBeLessThan(chunks * 20_000);
});

it("a client that reads while sending gets all results", async () => {
  let left = 0;
  const { port } = await listen(60_000, () => (left += 1));
  const sending = httpRequest({ port, host: "127.0.0.1", method: "POST" });
  const answered = once(sending, "response");
  const sent = pipeline(Readable.from(Array(10).fill(chunk)), sending);
  let read = 0;
  for await (const part of (await answered)[0]) read += part.filter((byte: number) => byte === 0x0a).length;
  await sent;
  expect([left, read]).toEqual([0, 10 * 20_000]);
});
