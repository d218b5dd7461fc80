import { afterEach, describe, expect, it } from "vitest";
import { createIngestClient, type IngestResult, type RateRecord } from "./ingest.js";
import { failure, json, reset, startServer } from "./testing/server.js";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function setUp(...answers: Parameters<typeof startServer>) {
  const server = await startServer(...answers);
  stops.push(server.stop);
  return { server, ingest: createIngestClient({ url: server.url, key: "sk_live_secret", retryDelayMs: 1 }) };
}

const rate: RateRecord = { day: "2026-11-20", from: "EUR", to: "USD", rate: "1.0832", provider: "ecb" };
const accepted = (index: number): IngestResult => ({ index, externalRef: null, outcome: "accepted" });

describe("send", () => {
  it("posts the records and returns the results, also after a lost connection", async () => {
    const { server, ingest } = await setUp(reset, failure("UNAVAILABLE", 503, { "retry-after": "0" }), json({ results: [accepted(0)] }));
    expect(await ingest.rates.send([rate])).toEqual([accepted(0)]);
    expect(server.received.map(({ path, headers }) => [path, headers.authorization])).toContainEqual([
      "/v1/ingest/rates",
      "Bearer sk_live_secret",
    ]);
    expect(server.bodies()).toEqual(Array(3).fill({ records: [rate] }));
  });

  it("throws the error of a response that ended early, with the results so far", async () => {
    const errors = [{ message: "Stopped.", extensions: { code: "INTERNAL_SERVER_ERROR", requestId: "r-1" } }];
    const { server, ingest } = await setUp(json({ results: [accepted(0)], errors }));
    await expect(ingest.rates.send([rate, rate])).rejects.toMatchObject({ code: "INTERNAL_SERVER_ERROR", data: [accepted(0)] });
    expect(server.received).toHaveLength(1);
  });
});

describe("stream", () => {
  async function* rates(count: number) {
    for (let index = 0; index < count; index++) yield { ...rate, provider: `p${index}` };
  }
  const collect = async (results: AsyncIterable<IngestResult>) => {
    const found: number[] = [];
    for await (const { index } of results) found.push(index);
    return found;
  };

  it("sends one line per record, and yields the results as they arrive", async () => {
    const { server, ingest } = await setUp((response, { body }) => {
      const lines = body.trim().split("\n");
      response.write(`${JSON.stringify(accepted(0))}\n\n{"ind`);
      response.end(
        `ex":1,"externalRef":null,"outcome":"accepted"}\n${lines
          .slice(2)
          .map((_, index) => JSON.stringify(accepted(index + 2)))
          .join("\n")}`,
      );
    });
    const count = 3_000;
    expect(await collect(ingest.rates.stream(rates(count)))).toEqual(Array.from({ length: count }, (_, index) => index));
    const [{ headers, body }] = server.received as [(typeof server.received)[0]];
    expect([headers["content-type"], headers.accept]).toEqual(["application/x-ndjson", "application/x-ndjson"]);
    expect(
      body
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).provider),
    ).toEqual(Array.from({ length: count }, (_, index) => `p${index}`));
  });

  it("throws the error at the end of the results", async () => {
    const { ingest } = await setUp((response) => {
      response.end(`${JSON.stringify(accepted(0))}\n{"errors":[{"message":"Broken.","extensions":{"code":"BAD_REQUEST"}}]}\n`);
    });
    await expect(collect(ingest.rates.stream([rate]))).rejects.toMatchObject({ code: "BAD_REQUEST", message: "Broken." });
  });

  it("throws after a rejected key and a lost connection", async () => {
    const { server, ingest } = await setUp(failure("api_key_invalid", 401), (response) => {
      response.write(`${JSON.stringify(accepted(0))}\n`, () => response.socket?.destroy());
    });
    await expect(collect(ingest.orders.stream([]))).rejects.toMatchObject({ code: "api_key_invalid", status: 401 });
    await expect(collect(ingest.rates.stream([rate]))).rejects.toMatchObject({ code: "NETWORK_ERROR" });
    expect(server.received).toHaveLength(2);
  });

  it("throws the error of the records' source as it is, also if a record cannot be written as JSON", async () => {
    const { ingest } = await setUp(json({ results: [] }));
    const broken = new Error("The file is broken.");
    const source = (async function* () {
      yield rate;
      throw broken;
    })();
    await expect(collect(ingest.rates.stream(source))).rejects.toBe(broken);
    await expect(collect(ingest.rates.stream([{ ...rate, day: 1n } as never]))).rejects.toThrow(TypeError);
  });

  it("ends with the reason of the signal", async () => {
    const { server, ingest } = await setUp((response) => {
      response.write(`${JSON.stringify(accepted(0))}\n`);
    });
    const controller = new AbortController();
    const reason = new Error("The user left.");
    const results = collect(ingest.rates.stream([rate], { signal: controller.signal }));
    await expect.poll(() => server.received.length, { timeout: 60_000 }).toBe(1);
    controller.abort(reason);
    await expect(results).rejects.toBe(reason);
  });
});
