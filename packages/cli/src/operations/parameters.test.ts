import { describe, expect, it } from "vitest";
import { realTools } from "../../../../apps/gateway/src/mcp/testing/real-tools.js";
import type { Tool } from "../api/mcp.js";
import { testTerminal } from "../testing/terminal.js";
import { operationCommand } from "./arguments.js";
import { groups, verbsOf } from "./groups.js";
import { parametersOf, positionalOf } from "./parameters.js";

const tools = [...realTools().tools.all.values()].map((tool) => tool.definition("full") as unknown as Tool);
const toolOf = (name: string) => {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool;
};

/** Returns the arguments that a command creates from a command line. */
async function argumentsOf(name: string, words: string[], input = ""): Promise<Record<string, unknown>> {
  let found: Record<string, unknown> = {};
  const terminal = testTerminal({}, true, [input]);
  const command = operationCommand(name, toolOf(name), { terminal, canWait: true }, async (given) => {
    found = given;
  });
  await command
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .parseAsync(words, { from: "user" });
  return found;
}

describe("the options of operations", () => {
  it("have distinct names for every operation of the API, and cover every argument", () => {
    expect(tools.length).toBeGreaterThan(60);
    for (const tool of tools) {
      const parameters = parametersOf(tool);
      const flags = parameters.map(({ flag }) => flag);
      expect(new Set(flags).size, tool.name).toBe(flags.length);
      expect(
        () => operationCommand(tool.name, tool, { terminal: testTerminal(), canWait: true }, async () => undefined),
        tool.name,
      ).not.toThrow();
      const { required = [] } = tool.inputSchema as { required?: string[] };
      const covered = new Set(parameters.map(({ path: [first] }) => first));
      expect(
        required.filter((name) => !covered.has(name)),
        tool.name,
      ).toEqual([]);
    }
  });

  it("become arguments of the right type", async () => {
    const filter = '{"name":{"includesInsensitive":"ann"}}';
    expect(
      await argumentsOf("list_partners", ["--filter", filter, "--order-by", "name_asc", "--order-by", "CREATED_AT_DESC", "--first", "5"]),
    ).toEqual({
      filter: { name: { includesInsensitive: "ann" } },
      orderBy: ["NAME_ASC", "CREATED_AT_DESC"],
      first: 5,
    });
    expect(await argumentsOf("get_partner", ["@mara"])).toEqual({ partnerId: "@mara" });
    expect(await argumentsOf("create_partner", ["Mara", "--handle", "null"])).toEqual({ input: { name: "Mara", handle: null } });
    expect(await argumentsOf("assign_discount_codes_to_partner", ["A-1", "B-2", "--partner-id", "@mara"])).toEqual({
      input: { discountCodeIds: ["A-1", "B-2"], partnerId: "@mara" },
    });
    const endpoint = ["--event-types", '["a","b"]', "--state", "disabled", "--url", "https://a.example"];
    expect(await argumentsOf("update_webhook_endpoint", ["0190", ...endpoint])).toEqual({
      input: { endpointId: "0190", eventTypes: ["a", "b"], state: "DISABLED", url: "https://a.example" },
    });
    const code = ["SPRING-10", "--title", "Spring", "--value-kind", "percent", "--value-percent", "12.5", "--is-public"];
    const rest = [
      "--value-amount",
      "null",
      "--usage-limit",
      "10",
      "--start-at",
      "null",
      "--ends-at",
      "null",
      "--status",
      "ACTIVE",
      "--aliased-codes",
      "[]",
    ];
    expect(await argumentsOf("create_discount_code", [...code, ...rest])).toMatchObject({
      input: { body: { code: "SPRING-10", value_percent: 12.5, is_public: true, value_amount: null, usage_limit: 10, aliased_codes: [] } },
    });
    expect(await argumentsOf("save_discount_code", ["--code", "A", "--connection-id", "c"])).toEqual({
      body: { code: "A" },
      connectionId: "c",
    });
  });

  it("replace values of the input, which can omit the argument `input`", async () => {
    const words = ["--input", "-", "--name", "Nora"];
    expect(await argumentsOf("create_partner", words, '{"name":"Mara","handle":"mara"}')).toEqual({
      input: { name: "Nora", handle: "mara" },
    });
    expect(await argumentsOf("create_partner", words, '{"input":{"handle":"mara"}}')).toEqual({ input: { name: "Nora", handle: "mara" } });
    expect(await argumentsOf("import_discount_codes", ["-"], "Code,Value\nA,1\n")).toEqual({ input: { csv: "Code,Value\nA,1\n" } });
    await expect(argumentsOf("create_partner", words, "[1]")).rejects.toThrow("The input must be a JSON object.");
    await expect(argumentsOf("create_partner", ["--input", "/nowhere.json"])).rejects.toThrow("Cannot read the file /nowhere.json.");
  });

  it.each([
    ["list_partners", ["--first", "many"], /must be a whole number/],
    ["list_partners", ["--order-by", "BEAUTY"], /must be one of: NATURAL/],
    ["list_partners", ["--filter", "{name}"], /must be JSON/],
    ["create_partner", [], /Missing options: --name/],
    ["create_partner", ["Mara", "--surname", "x"], /unknown option '--surname'/],
    ["create_partner", ["Mara", "Nora"], /too many arguments/],
  ])("of %s reject %j", async (name, words, message) => {
    await expect(argumentsOf(name, words)).rejects.toThrow(message);
  });
});

describe("groups of commands", () => {
  it("contain the operations by verb, and name only operations that exist or are planned", () => {
    const planned = new Set(["export_records", "list_posts"]);
    for (const [name, group] of Object.entries(groups))
      for (const tool of Object.values(group.verbs ?? {}))
        expect(planned.has(tool) || tools.some((one) => one.name === tool), `${name}: ${tool}`).toBe(true);
    const verbs = (name: string) => Object.fromEntries([...verbsOf(groups[name] as never, tools)].map(([verb, tool]) => [verb, tool.name]));
    expect(verbs("partners")).toEqual({
      ...{ list: "list_partners", get: "get_partner", create: "create_partner", update: "update_partner", delete: "delete_partner" },
      assign: "assign_discount_codes_to_partner",
    });
    expect(verbs("webhooks")).toMatchObject({
      list: "list_webhook_endpoints",
      deliveries: "list_webhook_deliveries",
      test: "send_test_webhook",
    });
    expect(verbs("codes")).toMatchObject({
      list: "list_discount_codes",
      get: "get_discount",
      create: "create_discount_code",
      validate: "validate_discount_code",
    });
    expect(verbs("settings")).toMatchObject({ get: "get_workspace_settings", update: "update_workspace_settings" });
    expect(verbs("keys")).toMatchObject({ list: "list_api_keys", revoke: "revoke_api_key" });
    expect(verbs("grants")).toMatchObject({ list: "list_grants", release: "release_incentive_grant" });
  });

  it("take the most important value without an option", () => {
    const names = ["get_partner", "create_campaign", "revoke_api_key", "get_customer", "spend_credit", "list_orders", "redeliver_webhook"];
    expect(names.map((name) => positionalOf(parametersOf(toolOf(name)))?.flag)).toEqual([
      ...["partner-id", "name", "api-key-id", "customer-id", "customer-id", undefined, "delivery-ids"],
    ]);
  });
});
