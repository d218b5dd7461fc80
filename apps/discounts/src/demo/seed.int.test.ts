import { runCommand } from "@offergraph/service/tx/run-command";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { readConnectionTarget } from "../cli/connection.js";
import { type Fixture, startFixture } from "../testing/fixture.js";
import { demoCodes } from "./codes.js";
import { demoEvents, seedDemo } from "./seed.js";

const sandboxSettings = {
  SANDBOX_STORE_URL: "http://127.0.0.1:9",
  SANDBOX_STORE_SECRET: `whsec_${Buffer.alloc(32).toString("base64")}`,
  OUTBOUND_ALLOW_PRIVATE: "1",
};
let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

describe("demo data", () => {
  it("covers every status, kind and tier, emits events, and is created once", async () => {
    const client = fixture.client();
    const { database } = fixture.running.parts;
    const seed = () => runCommand(database, { workspaceId: client.workspaceId, emits: demoEvents }, (tx) => seedDemo(tx, sandbox));
    const sandbox = await readConnectionTarget({ sandbox: true }, { ...fixture.environment, ...sandboxSettings });
    expect(await seed()).toBe(demoCodes.length);
    const events = await client.events();
    expect(events.filter(({ what }) => what === "discount_code.created")).toHaveLength(demoCodes.length);
    const { answer, facets } = await client.data<{ answer: { count: number; byStatus: { count: number }[] }; facets: object[] }>(
      `{ answer: get_discount_codes_aggregates_filtered { count byStatus { count } max { valuePercent valueAmount } }
         facets: get_discount_code_tag_facets { name color } }`,
    );
    expect(answer.count).toBe(demoCodes.length);
    for (const { count } of answer.byStatus) expect(count).toBeGreaterThan(4);
    expect(facets.length).toBeGreaterThan(6);
    const { list } = await client.data<{ list: { nodes: { placements: { syncStatus: string; connection: object }[] }[] } }>(
      `{ list: list_discount_codes(filter: { code: { equalTo: "SUMMER20" } }) { nodes { placements { syncStatus connection { slug provider } } } } }`,
    );
    expect(list.nodes[0]?.placements).toEqual([
      { syncStatus: "NOT_PUSHED", connection: { slug: "corner-shop", provider: "manual" } },
      { syncStatus: "PENDING", connection: { slug: "sandbox-shop", provider: "http" } },
    ]);
    expect(events.filter(({ what }) => what === "campaign.assigned")).toHaveLength(2);
    expect(await seed()).toBe(0);
    expect(await client.events()).toEqual(events);
  });
});
