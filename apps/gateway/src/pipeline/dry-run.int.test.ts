import { graphqlRequest, principalHeader, principalSigner } from "@offergraph/shared/access/principal";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sent, signingKey, summaryOf, type TestGateway, testGateway } from "../testing/gateway.js";
import { call, mcpSender, messageOf } from "../testing/mcp.js";
import { dryRunReport } from "../testing/subgraph.js";

let gateway: TestGateway;
let key = "";
const logged: Record<string, unknown>[] = [];
beforeAll(async () => {
  gateway = await testGateway({}, { log: pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) }) });
  ({ key } = await gateway.newKey({ level: "WRITE" }));
});
afterAll(() => gateway.stop());

const make = 'mutation { make(title: "a") { title } }';
const ask = (query: string, headers: Record<string, string | string[]>) =>
  gateway.send({ headers: { authorization: `Bearer ${key}`, ...headers }, body: { query } });
const received = () => ({ headers: gateway.subgraph.received.at(-1) ?? {}, body: gateway.subgraph.bodies.at(-1) ?? "" });
const extensions = { dryRun: { mutations: [dryRunReport] } };

describe("a mutation with the header Dry-Run", () => {
  it.each(["true", "1", " TRUE "])("%j reaches the service as a signed dry run without its Idempotency-Key", async (value) => {
    logged.length = 0;
    const { status, body } = await ask(make, { "dry-run": value, "idempotency-key": "one" });
    expect({ status, body }).toEqual({ status: 200, body: { data: { make: { title: "a" } }, extensions } });
    const { headers, body: sent } = received();
    expect([headers["dry-run"], headers["idempotency-key"]]).toEqual(["true", undefined]);
    const verify = (isDryRun: boolean) =>
      principalSigner(signingKey).verify(String(headers[principalHeader]), Date.now(), graphqlRequest("things", sent, isDryRun));
    expect(verify(true)).toMatchObject({ workspaceId: gateway.workspaceId, level: "WRITE" });
    expect(() => verify(false)).toThrow("from its gateway");
    expect(logged.filter(({ msg }) => msg === "Mutation executed")).toEqual([expect.objectContaining({ dryRun: true })]);
  });
  it("keeps the reports if the gateway itself merges the response", async () => {
    const { body } = await ask('mutation { __typename make(title: "a") { title } other: make(title: "b") { title } }', { "dry-run": "1" });
    expect(body).toEqual({ data: { __typename: "Mutation", make: { title: "a" }, other: { title: "b" } }, extensions });
  });
  it.each<[string, Record<string, string>]>([
    ["false", { "dry-run": "false" }],
    ["0", { "dry-run": "0" }],
    ["absent", {}],
  ])("%s is executed", async (_name, headers) => {
    expect((await ask(make, { ...headers, "idempotency-key": "one" })).body).toEqual({ data: { make: { title: "a" } } });
    expect(received().headers).toMatchObject({ "idempotency-key": "one" });
    expect(received().headers).not.toHaveProperty("dry-run");
  });
  it.each<[string, Sent["headers"]]>([
    ["maybe", { "dry-run": "maybe" }],
    ["empty", { "dry-run": "" }],
    ["two different values", { "dry-run": ["true", "false"] }],
  ])("%s is rejected with a fix", async (_name, headers = {}) => {
    const before = gateway.subgraph.received.length;
    const answer = await ask(make, headers);
    expect([summaryOf(answer), answer.body.errors?.[0]?.extensions.fix]).toEqual([
      "400 dry_run_invalid",
      expect.stringContaining("Dry-Run: true"),
    ]);
    expect(gateway.subgraph.received.length).toBe(before);
  });
  it("needs the access level of the mutation", async () => {
    expect(summaryOf(await ask('mutation { configure(title: "a") { title } }', { "dry-run": "1" }))).toBe("403 access_level_insufficient");
  });
  it("is rejected if the service does not support dry runs", async () => {
    const answer = await ask('mutation { make(title: "old") { title } }', { "dry-run": "1" });
    expect([summaryOf(answer), answer.body.errors?.[0]?.message]).toEqual([
      "400 dry_run_not_supported",
      expect.stringContaining("did not execute"),
    ]);
    expect(summaryOf(await ask('mutation { make(title: "old") { title } }', {}))).toBe("200 ok");
  });
});

it("a query ignores the header", async () => {
  expect((await ask("{ items { totalCount } }", { "dry-run": "true" })).body).toEqual({ data: { items: { totalCount: 1 } } });
  expect(received().headers).not.toHaveProperty("dry-run");
});

describe("a tool call with dry_run", () => {
  const send = (name: string, given: Record<string, unknown>, headers: Record<string, string> = {}) =>
    mcpSender(gateway, key)(call(name, given), { headers });
  it("returns the report next to the result", async () => {
    for (const [given, headers] of [
      [{ dry_run: true }, {}],
      [{}, { "dry-run": "1" }],
      [{ dry_run: true }, { "dry-run": "1" }],
    ] as const) {
      const { result } = messageOf(await send("make", { title: "a", ...given }, headers));
      expect(result?.structuredContent).toMatchObject({ result: { title: "a" }, dryRun: dryRunReport });
      expect(result?.content?.[0]?.text).toMatch(/^Dry run: nothing was changed\. .*letters: 2\. No letter was sent\.\n/);
      expect(received().headers["dry-run"]).toBe("true");
    }
  });
  it("executes the call if dry_run is false or absent", async () => {
    for (const given of [{ dry_run: false }, {}]) {
      const { result } = messageOf(await send("make", { title: "a", ...given }));
      expect(result?.structuredContent).not.toHaveProperty("dryRun");
      expect(received().headers).not.toHaveProperty("dry-run");
    }
  });
  const codesOf = async (answer: ReturnType<typeof send>) => {
    const { isError, structuredContent } = messageOf(await answer).result ?? {};
    const { result, errors } = structuredContent as { result: { userErrors: { code: string }[] } | null; errors?: { code: string }[] };
    return isError && (errors ?? result?.userErrors)?.map(({ code }) => code);
  };
  it("is rejected if the values contradict each other or are not booleans", async () => {
    const before = gateway.subgraph.received.length;
    expect(await codesOf(send("make", { title: "a", dry_run: false }, { "dry-run": "true" }))).toEqual(["dry_run_invalid"]);
    for (const bad of ["true", 1, null, "maybe"])
      expect(await codesOf(send("make", { title: "a", dry_run: bad })), String(bad)).toEqual(["dry_run_invalid"]);
    expect(gateway.subgraph.received.length).toBe(before);
  });
  it("is not an argument of a query", async () => {
    expect(await codesOf(send("items", { dry_run: true }))).toEqual(["GRAPHQL_VALIDATION_FAILED"]);
  });
});
