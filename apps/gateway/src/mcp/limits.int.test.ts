import { newKey as freshKeyText } from "@offergraph/shared/access/api-key";
import { afterEach, describe, expect, it } from "vitest";
import { type Answer, summaryOf, type TestGateway, testGateway } from "../testing/gateway.js";
import { call, mcpSender, mcpVerdictOf, request } from "../testing/mcp.js";

const query = "{ items { totalCount } }";

describe("the limits, over MCP and GraphQL together", () => {
  let gateway: TestGateway;
  afterEach(() => gateway.stop());
  const verdict = (answer: Answer) => ("errors" in answer.body || "data" in answer.body ? summaryOf(answer) : mcpVerdictOf(answer));
  const left = ({ headers }: Answer) => Number(headers["ratelimit-remaining"]);

  it("of a key: a request counts as one, whatever it carries and however it ends", async () => {
    gateway = await testGateway({ RATE_LIMIT_PER_KEY: "9" });
    const { key } = await gateway.newKey({ level: "READ" });
    const send = mcpSender(gateway, key);
    const asks: [expected: string, ask: () => Promise<Answer>][] = [
      ["200 ok", () => gateway.ask(key, query)],
      ["200 ok", () => send(call("items"))],
      ["200 ok", () => send(request("tools/list"))],
      ["200 ok", () => send(request("ping"))],
      ["202 ok", () => send({ jsonrpc: "2.0", method: "notifications/initialized" })],
      ["403 access_level_insufficient", () => send(call("make", { title: "a" }))],
      ["400 BAD_REQUEST", () => send("{")],
      ["405 METHOD_NOT_ALLOWED", () => send(undefined, { method: "GET" })],
      ["200 ok", () => gateway.ask(key, query)],
    ];
    for (const [index, [expected, ask]] of asks.entries()) {
      const answer = await ask();
      expect([index, verdict(answer), answer.headers["ratelimit-limit"], left(answer)]).toEqual([index, expected, "9", 8 - index]);
    }
    for (const ask of [() => send(request("ping")), () => gateway.ask(key, query), () => send("{")]) {
      const refused = await ask();
      expect(verdict(refused)).toBe("429 rate_limited");
      expect(refused.headers).toMatchObject({ "ratelimit-remaining": "0", "retry-after": refused.headers["ratelimit-reset"] });
    }
    const other = await gateway.newKey();
    expect(mcpVerdictOf(await mcpSender(gateway, other.key)(call("items")))).toBe("200 ok");
  });

  it("of a key: exact when both are used at once", async () => {
    gateway = await testGateway({ RATE_LIMIT_PER_KEY: "25" });
    const { key } = await gateway.newKey();
    const send = mcpSender(gateway, key);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? send(call("items")) : gateway.ask(key, query))),
    );
    const verdicts = answers.map(verdict);
    expect(verdicts.filter((one) => one === "200 ok")).toHaveLength(25);
    expect(verdicts.filter((one) => one === "429 rate_limited")).toHaveLength(15);
  });

  it("of an address: whatever the path, before any other check", async () => {
    gateway = await testGateway({ RATE_LIMIT_PER_IP: "4" });
    const { key } = await gateway.newKey();
    const send = mcpSender(gateway, key);
    const answers = [
      await send(call("items")),
      await gateway.ask(key, query),
      await gateway.send({ path: "/mcp", body: request("ping") }),
      await gateway.send({ body: { query } }),
      await send(call("items"), { headers: { "x-api-key": "another" } }),
      await gateway.ask(key, query),
    ];
    expect(answers.map(verdict)).toEqual([
      "200 ok",
      "200 ok",
      "401 api_key_missing",
      "401 api_key_missing",
      "429 RATE_LIMITED",
      "429 RATE_LIMITED",
    ]);
    expect(answers[4]?.headers["retry-after"]).toMatch(/^\d+$/);
  });

  it("of failed attempts: those over either count for both", async () => {
    gateway = await testGateway({ RATE_LIMIT_FAILED_KEY: "4" });
    for (const text of ["nonsense", freshKeyText("SECRET")]) {
      const send = mcpSender(gateway, text);
      const verdicts: string[] = [];
      for (let index = 0; index < 3; index++) verdicts.push(verdict(await send(request("ping"))), verdict(await gateway.ask(text, query)));
      expect(verdicts).toEqual([...Array(4).fill("401 api_key_invalid"), ...Array(2).fill("429 rate_limited")]);
    }
  });
});
