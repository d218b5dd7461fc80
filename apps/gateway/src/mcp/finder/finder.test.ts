import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import type { ServerContext } from "../server.js";
import { contextOf } from "../testing/context.js";
import { realTools } from "../testing/real-tools.js";
import { finderTools } from "./finder-tools.js";
import { search, searchIndexOf, wordsOf } from "./search-index.js";

const { engine, tools } = realTools();
const filter = { form: "short", isDefault: true, lists: () => true, allows: () => true } as const;
const context = contextOf(engine, { filter, tools, caller: { ...contextOf(engine).caller, level: "ADMIN" } });
const names = (query: string) => search(searchIndexOf(tools), query).map(({ name }) => name);

interface Operation {
  name: string;
  level: string;
  arguments?: object;
}
const found = async (given: Record<string, unknown>, changes: Partial<ServerContext> = {}) => {
  const changed = { ...context, ...changes };
  const [tool] = finderTools(changed);
  if (!tool) throw new Error("There is no search_operations.");
  const { content, structuredContent = {} } = CallToolResultSchema.parse(JSON.parse(String(await tool.call(given, changed))));
  const [first] = content;
  const result = structuredContent.result as { operations: Operation[]; totalCount: number };
  return { text: first?.type === "text" ? first.text : "", ...result };
};

describe("search_operations", () => {
  it.each([
    ["webhook deliveries", "list_webhook_deliveries"],
    ["delete a customer's personal data", "erase_customer"],
    ["orders of a discount code per day", "get_discount_code_order_series"],
    ["decline held grants", "bulk_decline_incentive_grants"],
    ["new secret of a store connection", "rotate_connection_secret"],
    ["import codes from CSV", "import_discount_codes"],
    ["logo and color of the brand", "update_brand"],
    ["QR code style", "set_form_placement_qr_style"],
    ["spend credit", "spend_credit"],
    ["create API key", "create_api_key"],
    ["place code on connection", "add_discount_placements"],
    ["campaign", "list_campaigns"],
  ])("finds for %j among the first three %s", (query, name) => {
    expect(names(query).slice(0, 3)).toContain(name);
  });

  it("finds each operation by its name alone", () => {
    for (const name of tools.all.keys()) expect(names(` ${name} `)).toEqual([name]);
  });

  it("finds nothing for words that no operation has", async () => {
    expect(await found({ query: "xylophone" })).toMatchObject({
      operations: [],
      totalCount: 0,
      text: expect.stringContaining("Try other words"),
    });
  });

  it("finds words in any form and spelling", () => {
    expect(wordsOf("createdAt, EXPIRES; discount_codes")).toEqual(wordsOf("created at expire discount code"));
    expect(names("xpir")).toEqual([]);
    expect(names("deliver").length).toBeGreaterThan(3);
  });

  it("describes arguments as far as the text fits into a result, those of the first operation always", async () => {
    for (const query of ["discount codes", "list", "grants of an incentive", "settings"]) {
      const { operations, text } = await found({ query, limit: 20 });
      expect(operations[0]?.arguments).toBeDefined();
      expect(text.length).toBeLessThan(16_000);
      expect(operations.some((operation) => operation.arguments === undefined)).toBe(true);
      for (const operation of operations) expect(text).toContain(JSON.stringify(operation));
    }
    expect((await found({ query: "discount codes" })).operations).toHaveLength(5);
  });

  it("finds only what the key and the URL allow", async () => {
    const reads = await found({ query: "discount codes", limit: 20 }, { filter: { ...filter, allows: ({ type }) => type === "query" } });
    expect(reads.operations.filter(({ name }) => !/^(get|list|search|validate)_/.test(name))).toEqual([]);
    const writer = await found({ query: "webhook endpoints", limit: 20 }, { caller: { ...context.caller, level: "WRITE" } });
    expect(writer.operations.filter(({ level }) => level === "ADMIN")).toEqual([]);
  });
});

describe("the gateway's own tools", () => {
  const hints = (changes: Partial<ServerContext>) =>
    finderTools({ ...context, ...changes }).map((tool) => tool.definition({ ...context, ...changes }).annotations);
  it("are not there if the URL selects toolsets, because all allowed operations are listed then", () => {
    expect(finderTools({ ...context, filter: { ...filter, isDefault: false } })).toEqual([]);
  });
  it("say what the operations that they may call can do", () => {
    expect(hints({})).toEqual([
      { readOnlyHint: true, openWorldHint: false },
      { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    ]);
    expect(hints({ caller: { ...context.caller, level: "READ" } })[1]).toEqual({ readOnlyHint: true, openWorldHint: true });
  });
});
