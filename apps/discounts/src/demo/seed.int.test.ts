import { prismaAdapter } from "@offergraph/service/db/adapter";
import { createPool } from "@offergraph/service/db/pool";
import { workspaceWriter } from "@offergraph/service/db/write";
import { runAsSystem } from "@offergraph/service/mutations/run-as-system";
import { createLogger } from "@offergraph/shared/log/logger";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { readConnectionTarget } from "../cli/store-reach.js";
import { PrismaClient } from "../generated/prisma/client.js";
import { type Fixture, startFixture } from "../testing/fixture.js";
import { demoCodes } from "./codes.js";
import { seedDemo } from "./seed.js";

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
    const log = createLogger("test", "fatal");
    const pool = createPool({ connectionString: fixture.connectionString, max: 2, applicationName: "test", log });
    const writer = workspaceWriter(new PrismaClient({ adapter: prismaAdapter(pool) }), log);
    const seed = () => runAsSystem(writer, { workspaceId: client.workspaceId, clock: fixture.clock }, (write) => seedDemo(write, sandbox));
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
    await pool.end();
  });
});
