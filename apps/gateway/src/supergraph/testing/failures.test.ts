import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Disconnection } from "../execute/disconnection.js";
import { idOf } from "./fixture.js";
import { calm } from "./fixture-resolvers.js";
import { type Harness, startHarness } from "./harness.js";
import { quietLog } from "./quiet-log.js";
import type { Trouble } from "./subgraph-servers.js";

describe.each(["compiled", "apollo"] as const)("failures on the executor %s", (executor) => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness({ errors: 5, subgraphTimeoutMs: 3_000, subgraphBodyBytes: 1_000_000 }, executor);
  });
  beforeEach(() => {
    harness.subgraphs.received.length = 0;
    harness.logged.length = 0;
    harness.subgraphs.weather = calm;
    harness.subgraphs.trouble = {};
  });
  afterAll(() => harness.stop());

  const troubles: Trouble[] = ["closes", "status", "no json", "silent", "long", "no data"];

  describe("a subgraph without a usable response", () => {
    for (const trouble of troubles) {
      it(`(${trouble}) leaves its fields null, keeps the other fields, and shows nothing internal`, async () => {
        harness.subgraphs.trouble = { people: trouble };
        const { data, errors, raw, errorCodes } = await harness.ask(
          '{ item(id: "00000000-0000-4000-8000-000000000001") { id rating owner { age } } person(id: "00000000-0000-4000-8000-000000000001") { id } }',
        );
        expect(data).toEqual({ item: { id: idOf(1), rating: null, owner: { age: null } }, person: null });
        expect(errors?.map(({ path }) => path?.join("."))).toEqual(["item.rating", "item.owner.age", "person"]);
        expect(errorCodes).toEqual(["SUBGRAPH_UNAVAILABLE", "SUBGRAPH_UNAVAILABLE", "SUBGRAPH_UNAVAILABLE"]);
        expect(errors?.every(({ extensions }) => extensions.requestId === "r1" && Object.keys(extensions).length === 2)).toBe(true);
        expect(raw.toString()).not.toMatch(/127\.0|10\.0\.0|http|people"|stack/);
      });
    }
    it("propagates null to a nullable parent, and is logged once with the request id", async () => {
      harness.subgraphs.trouble = { people: "status" };
      const { data, errors } = await harness.ask("{ shelf(first: 2) { totalCount nodes { id reviews { text } } } }");
      expect(data).toEqual({ shelf: null });
      expect(errors?.map(({ path }) => path?.join("."))).toEqual(["shelf.nodes.0.reviews", "shelf.nodes.1.reviews"]);
      expect(harness.logged).toMatchObject([{ subgraph: "people", reason: "HTTP status 503", requestId: "r1" }]);
    });
    it("queries are retried once on a stale connection, mutations never", async () => {
      harness.subgraphs.trouble = { people: "closes" };
      await harness.ask("{ people { id } }");
      expect(harness.subgraphs.received).toHaveLength(2);
      harness.subgraphs.received.length = 0;
      const { data, errors } = await harness.ask('mutation { greet(id: "00000000-0000-4000-8000-000000000001") { id } }');
      expect(data).toEqual({ greet: null });
      expect(errors).toMatchObject([
        { message: expect.stringContaining("may or may not have been applied"), extensions: { code: "SUBGRAPH_UNAVAILABLE" } },
      ]);
      expect(harness.subgraphs.received).toHaveLength(1);
    });
    it("a client disconnect aborts its query", async () => {
      harness.subgraphs.trouble = { people: "silent" };
      const leaving = new Disconnection();
      const prepared = harness.engine.prepare("{ people { id } }", undefined);
      const asked = prepared.execute({}, { headers: {}, requestId: "r1", log: quietLog, disconnection: leaving });
      leaving.disconnect();
      expect((await asked).errorCodes).toEqual(["SUBGRAPH_UNAVAILABLE"]);
    });
  });

  describe("errors reported by a subgraph", () => {
    const failing = (fields: string[], error: object) => {
      harness.subgraphs.weather = {
        ...calm,
        fails: (field) => {
          if (fields.includes(field)) throw Object.assign(new Error("SELECT secret FROM table at http://10.0.0.1"), error);
          return false;
        },
      };
    };
    it("keep message, code and plain extensions when the code is one for clients, at the client's path", async () => {
      failing(["Item.rating"], {
        message: "Bad.",
        extensions: { code: "BAD_USER_INPUT", argument: "first", response: { url: "x" }, stacktrace: ["x"], serviceName: "people" },
      });
      const { errors } = await harness.ask("{ mine: shelf(first: 1) { nodes { id: rating } } }");
      expect(errors).toEqual([
        { message: "Bad.", path: ["mine", "nodes", 0, "id"], extensions: { code: "BAD_USER_INPUT", argument: "first", requestId: "r1" } },
      ]);
      expect(harness.logged).toEqual([]);
    });
    it("lower-case codes are public codes", async () => {
      failing(["Mutation.greet"], { message: "Still running.", extensions: { code: "idempotency_key_in_use" } });
      expect((await harness.ask('mutation { greet(id: "00000000-0000-4000-8000-000000000001") { id } }')).errorCodes).toEqual([
        "idempotency_key_in_use",
      ]);
    });
    it("without a code or with an internal code hide their message and are logged once", async () => {
      for (const extensions of [
        {},
        { code: "not a code" },
        { code: 7 },
        { code: "GRAPHQL_VALIDATION_FAILED" },
        { code: "INTERNAL_SERVER_ERROR" },
        { code: "PRINCIPAL_INVALID" },
      ]) {
        harness.logged.length = 0;
        failing(["Item.rating"], { extensions });
        const { errors, raw } = await harness.ask("{ shelf(first: 1) { nodes { rating } } }");
        expect(errors).toMatchObject([{ path: ["shelf", "nodes", 0, "rating"], extensions: { code: "INTERNAL_SERVER_ERROR" } }]);
        expect(raw.toString()).not.toMatch(/SELECT|10\.0/);
        expect(harness.logged).toMatchObject([{ reason: expect.stringContaining("SELECT"), requestId: "r1" }]);
      }
    });
    it("are repeated per path of the entity, up to the limit per response", async () => {
      failing(["Person.nick"], { message: "No nick.", extensions: { code: "BROKEN" } });
      const two = await harness.ask(
        '{ a: item(id: "00000000-0000-4000-8000-000000000001") { owner { nick } } b: item(id: "00000000-0000-4000-8000-000000000005") { owner { nick } } }',
      );
      // Sorts the errors, because parallel fetches can fail in any order.
      expect(two.errors?.map(({ path }) => path?.join(".")).sort()).toEqual(["a.owner.nick", "b.owner.nick"]);
      expect((await harness.ask("{ shelf(first: 10) { nodes { owner { nick } } } }")).errors).toHaveLength(5);
    });
    it("become one error if the path was selected only by the plan", async () => {
      failing(["Item.owner"], { message: "No owner.", extensions: { code: "BROKEN" } });
      expect((await harness.ask("{ shelf(first: 1) { nodes { owner { name } } } }")).errors).toMatchObject([
        { path: ["shelf", "nodes", 0, "owner"] },
      ]);
    });
  });

  it("an unknown entity has null fields without an error, or is null if they are non-null", async () => {
    harness.subgraphs.weather = { ...calm, misses: (subgraph, id) => subgraph === "people" && id === idOf(2) };
    const { data, errors } = await harness.ask("{ shelf(first: 3) { nodes { id rating } } }");
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ shelf: { nodes: [{ rating: 1.25 }, { rating: null }, { rating: 3.25 }] } });
    const strict = await harness.ask('{ item(id: "00000000-0000-4000-8000-000000000002") { reviews { text } } }');
    expect([strict.data, strict.errors]).toEqual([{ item: null }, undefined]);
  });

  it("an unknown entity causes an error where its null propagates", async () => {
    harness.subgraphs.weather = { ...calm, misses: (subgraph, id) => subgraph === "people" && id === idOf(2) };
    const { data, errors } = await harness.ask("{ shelf(first: 3) { nodes { id reviews { text } } } }");
    expect(data).toEqual({ shelf: null });
    expect(errors).toMatchObject([{ path: ["shelf", "nodes", 1, "reviews"], extensions: { code: "INTERNAL_SERVER_ERROR" } }]);
  });

  it("sends the headers and the signature of each request", async () => {
    const signed: string[] = [];
    const prepared = harness.engine.prepare('{ item(id: "00000000-0000-4000-8000-000000000001") { id rating } }', undefined);
    await prepared.execute(prepared.variables({}), {
      headers: { "x-request-id": "r2" },
      sign: (subgraph, body) => {
        signed.push(subgraph);
        return ["x-offergraph-principal", `${subgraph} ${body.length}`];
      },
      requestId: "r2",
      log: quietLog,
    });
    expect(signed).toEqual(["catalog", "people"]);
    expect(
      harness.subgraphs.received.map(({ subgraph, headers }) => [subgraph, headers["x-request-id"], headers["x-offergraph-principal"]]),
    ).toEqual([
      ["catalog", "r2", expect.stringMatching(/^catalog \d+$/)],
      ["people", "r2", expect.stringMatching(/^people \d+$/)],
    ]);
  });

  it("sends a required field that is null and has an alias of the planner", async () => {
    const { data, errors } = await harness.ask("{ found { ... on Box { size } ... on Item { shipping(fast: true) } } }");
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ found: [{ shipping: "fast 7 1.75" }, {}, { shipping: "fast null 2.25" }, {}] });
  });

  it("explains a field with the failure of the field that it requires, also next to a failing field", async () => {
    harness.subgraphs.trouble = { catalog: "status" };
    harness.subgraphs.weather = { ...calm, fails: (field) => field === "Item.label" };
    const { data, errors } = await harness.ask("{ hot { label shipping } }");
    expect(data).toEqual({ hot: Array(2).fill({ label: null, shipping: null }) });
    expect(errors?.map(({ path, extensions }) => [path?.join("."), extensions.code])).toEqual([
      ["hot.0.label", "BROKEN"],
      ["hot.1.label", "BROKEN"],
      ["hot.0.shipping", "SUBGRAPH_UNAVAILABLE"],
      ["hot.1.shipping", "SUBGRAPH_UNAVAILABLE"],
    ]);
  });
});
