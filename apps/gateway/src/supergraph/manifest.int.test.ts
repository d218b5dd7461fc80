import type { ManifestInput } from "@offergraph/shared/schema/manifest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { summaryOf, type TestGateway, testGateway } from "../testing/gateway.js";
import { mcpSender, messageOf, request } from "../testing/mcp.js";

/** Manifest of a new service, which works without any change of the gateway. */
const manifest: ManifestInput = {
  stateMachines: [
    { title: "Listing", plural: "listings", type: "UserError", fields: ["code"], transitions: ["INVALID → REQUIRED by rename."] },
  ],
  prompts: [
    {
      name: "rename_items",
      title: "Rename items",
      description: "Renames items.",
      arguments: [
        { name: "title", description: "The title.", required: true },
        { name: "days", description: "Age.", default: "2", daysAgo: { minimum: 1, maximum: 9 } },
        { name: "only", description: "One item.", present: "the item {{value}}", absent: "all items" },
      ],
      tools: ["rename", "listing"],
      text: "Rename {{only}} since {{days}} to {{title}} with `rename`.",
    },
  ],
  resources: [
    {
      name: "titles",
      title: "Titles",
      description: "All titles.",
      query: "{ items { nodes { id title } } }",
      content: "{ titles: items.nodes[*].title }",
    },
  ],
  routes: [
    { name: "shop", path: "/shop/" },
    { name: "import", path: "/v1/import", level: "READ" },
  ],
  guide: { manages: "items", refNames: ["the title of an item"] },
};

let gateway: TestGateway;
let send: ReturnType<typeof mcpSender>;
let key: string;
beforeAll(async () => {
  gateway = await testGateway({}, { manifest, owner: "things", visited: (asked, response) => response.end(`served ${asked.url}`) });
  key = (await gateway.newKey()).key;
  send = mcpSender(gateway, key);
});
afterAll(() => gateway?.stop());
const resultOf = async (method: string, params?: unknown) => messageOf(await send(request(method, params))).result;

describe("a service's manifest reaches callers without a change of the gateway:", () => {
  it("state machines, with the states of its SDL", async () => {
    const { resources } = (await resultOf("resources/list")) as { resources: { name: string; description: string }[] };
    expect(resources.find(({ name }) => name === "states")?.description).toBe("States and transitions of listings.");
    const text = JSON.stringify(await resultOf("resources/read", { uri: "offergraph://states" }));
    expect(text).toMatch(/## Listing.*- `INVALID`: .*Transitions:.*- INVALID → REQUIRED by rename\./);
  });

  it("prompts", async () => {
    const { prompts } = (await resultOf("prompts/list")) as { prompts: { name: string }[] };
    expect(prompts.map(({ name }) => name)).toEqual(["rename_items"]);
    const text = async (given: Record<string, string>) =>
      JSON.stringify(await resultOf("prompts/get", { name: "rename_items", arguments: given }));
    expect(await text({ title: "x" })).toMatch(/Rename all items since \\"20\S+Z\\" to \\"x\\" with/);
    expect(await text({ title: "x", only: "y" })).toContain('Rename the item \\"y\\" since');
  });

  it("resources of records", async () => {
    const read = (await resultOf("resources/read", { uri: "offergraph://titles" })) as { contents: { text: string }[] };
    expect(JSON.parse(read.contents[0]?.text ?? "")).toEqual({ titles: ["one"] });
  });

  it("the instructions for models", async () => {
    const client = { name: "test", version: "1" };
    const { instructions } = (await resultOf("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: client })) ?? {};
    expect(instructions).toContain("manages one workspace's items. All calls");
    expect(instructions).toContain("The name is the title of an item.");
    expect(instructions).toContain("Records: offergraph://titles.");
  });

  it("public routes, without and with a key", async () => {
    expect((await gateway.send({ method: "GET", path: "/shop/a?b" })).text).toBe("served /shop/a?b");
    expect(summaryOf(await gateway.send({ path: "/v1/import", body: {} }))).toBe("401 api_key_missing");
    const headers = { authorization: `Bearer ${key}` };
    expect((await gateway.send({ path: "/v1/import", headers, body: {} })).text).toBe("served /v1/import");
    expect(await gateway.metrics()).toContain('operation="shop"');
  });
});
