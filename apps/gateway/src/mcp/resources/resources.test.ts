import { getNamedType, isEnumType, isObjectType } from "graphql";
import { describe, expect, it } from "vitest";
import type { ExecutionResult } from "../result.js";
import type { ServerContext } from "../server.js";
import { allManifests, appSubgraphs, contextOf, engineOf } from "../testing/context.js";
import { readResource, resources } from "./resources.js";

const engine = engineOf(appSubgraphs());
const context = contextOf(engine);
const uris = (given: ServerContext) => resources(given).map(({ uri }) => uri.slice("offergraph://".length));
async function read(name: string, given: ServerContext = context): Promise<string> {
  const { contents } = await readResource(`offergraph://${name}`, given);
  expect(contents).toHaveLength(1);
  expect(contents[0]?.uri).toBe(`offergraph://${name}`);
  return (contents[0] as { text: string }).text;
}
function valuesOf(name: string, field?: string): string[] {
  const record = engine.apiSchema.getType(name);
  const type = field && isObjectType(record) ? getNamedType(record.getFields()[field]?.type) : record;
  return isEnumType(type) ? type.getValues().map((value) => value.name) : [];
}
const answering = (executed: ExecutionResult, asked: string[] = []) =>
  contextOf(engine, {
    execute: async (operation) => {
      asked.push(operation().query);
      return executed;
    },
  });

describe("resources", () => {
  const all = ["key", "connections", "channels", "held-grants", "glossary", "states", "filters", "schema"];

  it("are listed as far as the supergraph has what they need", () => {
    expect(uris(context)).toEqual(all);
    const without = (gone: string) => contextOf(engineOf(appSubgraphs().filter(({ name }) => name !== gone)));
    expect(uris(without("incentives"))).toEqual(all.filter((name) => name !== "held-grants"));
    expect(uris(without("forms"))).toEqual(all.filter((name) => !["connections", "channels", "held-grants"].includes(name)));
  });

  it("that ask for records are listed to who may ask", () => {
    const level = (needed: "READ" | "ADMIN") => {
      const tools = [...context.tools.all].map(([name, tool]) => [name, { ...tool, level: needed }] as const);
      return { ...context, tools: { ...context.tools, all: new Map(tools) } };
    };
    expect(uris(level("READ"))).toEqual(all);
    expect(uris(level("ADMIN"))).toEqual(all.filter((name) => !["connections", "channels", "held-grants"].includes(name)));
  });

  it.each(["nothing", "Key", "types", "types/", "types/Nothing", "types/Query", "types/__Type", "types/String", "key/"])(
    "of no such address are not found: %s",
    async (name) => {
      const uri = `offergraph://${name}`;
      await expect(readResource(uri, context)).rejects.toMatchObject({ code: -32_002, data: { uri } });
    },
  );
});

describe("the key", () => {
  const { tools } = context;
  const reads = [...tools.all.values()].filter(({ level, type }) => level === "READ" && type === "query");
  it("describes its permissions", async () => {
    const answer = JSON.parse(await read("key", contextOf(engine, { caller: { ...context.caller, level: "READ" } })));
    expect(answer).toEqual({
      workspaceId: context.caller.workspaceId,
      keyId: context.caller.keyId,
      level: "READ",
      allows: "all operations that read data",
      tools: { all: tools.all.size, allowed: reads.length, reads: reads.length, toolsets: tools.toolsets },
      limits: { requestsPerMinute: 600 },
    });
  });
});

describe("records", () => {
  const store = { rowId: "c1", slug: "shop", name: "Shop", provider: "http" };
  const channels = [
    { rowId: "1", connections: [store] },
    { rowId: "2", connections: [store, { ...store, rowId: "c2" }] },
    { rowId: "3", connections: null },
  ];

  it("are asked for by one operation within the usual limits", async () => {
    const asked: string[] = [];
    for (const name of ["connections", "channels", "held-grants"]) await read(name, answering({ data: {} }, asked));
    expect(asked).toHaveLength(3);
    // `prepare` throws if the query of a resource is too deep or selects unknown fields.
    const costs = asked.map((query) => {
      const prepared = engine.prepare(query, undefined);
      return prepared.cost(prepared.variables({}));
    });
    expect(Math.max(...costs)).toBeLessThan(50_000 * 0.9);
  });

  it("name each connection once", async () => {
    const answer = JSON.parse(await read("connections", answering({ data: { get_form_channels: channels } })));
    expect(answer).toEqual({ connections: [store, { ...store, rowId: "c2" }] });
  });

  it("of channels are returned unchanged", async () => {
    expect(JSON.parse(await read("channels", answering({ data: { get_form_channels: channels } })))).toEqual({ channels });
  });

  it("that could not be read are an error with its code", async () => {
    const errors = [
      { message: "The subgraph is away.", path: ["get_form_channels", 0, "connections"], extensions: { code: "SUBGRAPH_UNAVAILABLE" } },
    ];
    const reading = readResource("offergraph://channels", answering({ data: { get_form_channels: channels }, errors }));
    await expect(reading).rejects.toMatchObject({
      code: -32_603,
      message: "The subgraph is away.",
      data: { code: "SUBGRAPH_UNAVAILABLE", path: "get_form_channels.0.connections" },
    });
  });

  it("of held grants have what a decision needs", async () => {
    const grant = {
      rowId: "g",
      createdAt: "t",
      incentiveId: "i",
      ruleId: "r",
      kindSlug: "discount",
      customerId: null,
      trustScore: 0.3,
      formResponseId: "f",
    };
    const incentive = (rule: string) => ({ name: "Thanks", minTrustScore: 0.5, rules: [{ rowId: rule, outcome: "COMPLETE" }] });
    const page = (nodes: unknown[], hasNextPage = false) =>
      answering({ data: { list_incentives: { heldGrants: { nodes, pageInfo: { hasNextPage } } } } });
    const held = async (given: ServerContext) => JSON.parse(await read("held-grants", given));
    const answer = {
      ...{ grantId: "g", createdAt: "t", incentive: { incentiveId: "i", name: "Thanks", minTrustScore: 0.5, deleted: false } },
      ...{ rule: { ruleId: "r", kindSlug: "discount", outcome: "COMPLETE" }, customerId: null, trustScore: 0.3 },
      ...{ trustReasons: ["same_network"], formResponseId: "f" },
    };
    const whole = { ...grant, incentive: incentive("r"), formResponse: { trustReasons: ["same_network"] } };
    expect(await held(page([whole]))).toEqual({ heldGrants: [answer], complete: true });
    expect(await held(page([{ ...whole, incentive: incentive("later"), formResponse: null }], true))).toEqual({
      heldGrants: [{ ...answer, rule: { ...answer.rule, outcome: null }, trustReasons: [] }],
      complete: false,
    });
    expect(await held(page([{ ...whole, incentive: null }]))).toMatchObject({
      heldGrants: [{ grantId: "g", incentive: { incentiveId: "i", name: null, deleted: true }, rule: { outcome: null } }],
    });
    expect(await held(answering({ data: { list_incentives: null } }))).toEqual({ heldGrants: [], complete: false });
  });
});

describe("texts", () => {
  it("of the glossary have each thing in its area, with the subgraph's own words", async () => {
    const areas = (await read("glossary")).split("\n## ").slice(1);
    const area = (name: string) => areas.find((text) => text.startsWith(`${name}\n`)) ?? "";
    expect(area("incentives")).toContain("- **Grant**: A reward earned by a response.\n");
    expect(area("discounts")).toContain(
      "- **DiscountCodeStatus**: The statuses of discount codes, in sort order. `EXPIRED`, `DRAFT`, `SCHEDULED`, `ACTIVE`.",
    );
    expect(area("shared")).toContain("- **UserErrorCode**: ");
    expect(areas.join("")).not.toMatch(/\*\*(Query|PageInfo|\w+(Payload|Edge|Input|OrderBy))\*\*/);
    // Each entry must have a description.
    expect(areas.join("")).not.toMatch(/\*\*: *$/m);
  });

  it("of states name every value of a state, and no other", async () => {
    const text = await read("states");
    for (const { title, type, fields, edges, transitions } of allManifests.stateMachines) {
      expect(text).toContain(`## ${title}\n`);
      const known = fields.flatMap((name) => valuesOf(type, name));
      for (const name of fields) expect(valuesOf(type, name).length).toBeGreaterThan(1);
      expect(edges.flatMap(({ from, to }) => [...from, to]).filter((state) => !known.includes(state))).toEqual([]);
      for (const { from, to, by } of edges) expect(text).toContain(`- ${from.join(" or ")} → ${to} by ${by}.`);
      const others = [...valuesOf("UserErrorCode"), ...valuesOf("IncentiveProblemCode"), "SCHEDULED", "ISSUED", "EXPIRED"];
      const words = transitions.join(" ").match(/\b[A-Z][A-Z_]{3,}\b/g) ?? [];
      expect({ title, unknown: words.filter((word) => ![...known, ...others].includes(word)) }).toEqual({ title, unknown: [] });
    }
    expect(text).toContain("- `HELD`: The grant waits for a manual decision, because the response's trust score is too low.");
  });

  it("of filters have every operator of every filter, and every filter", async () => {
    const text = await read("filters");
    const inputs = Object.values(engine.apiSchema.getTypeMap()).filter(({ name }) => name.endsWith("Filter") && !name.startsWith("__"));
    expect(inputs.length).toBeGreaterThan(20);
    for (const { name } of inputs.filter((type) => "getFields" in type)) expect(text).toContain(`**${name}**`);
    expect(text).toContain(
      "**OrderFilter**, in get_order_sums(filter), list_orders(filter), get_discount_code_orders(filter), get_discount_code_order_series(filter): rowId UUIDFilter,",
    );
    expect(text).toContain("- `anyEqualTo`: ");
  });

  it("of types are the schema's own, by area and one by one", async () => {
    const schema = await read("schema");
    expect(schema).toMatch(/## incentives\n\n[^\n]*\bGrantState\b/);
    expect(schema).toMatch(/## shared\n\n[^\n]*\bUserErrorCode\b/);
    const names = schema
      .split("\n")
      .filter((line) => line.includes(", "))
      .flatMap((line) => line.split(", "));
    for (const name of ["Grant", "OrderFilter", "CreateIncentiveInput", "UUID", "TagColor"]) expect(names).toContain(name);
    expect(await read("types/Grant")).toMatch(
      /^"""A reward earned by a response."""\ntype Grant \{[^}]*"""The state\."""\n {2}state: GrantState!/,
    );
    for (const name of names) expect(await read(`types/${name}`)).toContain(` ${name}`);
  });
});
