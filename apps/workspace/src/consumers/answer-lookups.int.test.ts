import { createHash } from "node:crypto";
import { startOwnNats } from "@offergraph/dev-stack/testing/own-nats";
import type { Reference, ReferenceKind } from "@offergraph/service/replicas/kinds";
import { recordRequester } from "@offergraph/service/replicas/request";
import { newId } from "@offergraph/shared/time/ids";
import { startServiceFixture } from "@offergraph/testkit/fixture";
import { pngOf } from "@offergraph/testkit/images";
import { testSigningKey } from "@offergraph/testkit/subgraph";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { service } from "../service.js";
import type { Fixture } from "../testing/fixture.js";
import { testWorkspace } from "../testing/workspaces.js";

interface Updated {
  update_brand: { brand: { updatedAt: string; logo: { sha256: string } | null }; userErrors: object[] };
}

const red = pngOf(32, 32, () => [200, 0, 0, 255]);

let nats: Awaited<ReturnType<typeof startOwnNats>>;
let fixture: Fixture;
let ask: <Kind extends ReferenceKind>(kind: Kind, workspaceId: string) => Promise<Reference<Kind>[]>;
beforeAll(async () => {
  nats = await startOwnNats();
  fixture = await startServiceFixture(service, inject("adminUrl"), { NATS_URL: nats.url });
  const { nats: link } = fixture.running.parts;
  const asking = recordRequester({ nats: link, signingKey: testSigningKey, clock: fixture.clock, timeoutMs: 20_000 });
  ask = (kind, workspaceId) => asking({ service: "workspace", kind, workspaceId, wanted: {} as never });
  await vi.waitFor(() => ask("workspace", newId()), polling);
});
afterAll(async () => {
  await fixture?.stop();
  await nats?.stop();
});

describe("lookups by other services", () => {
  it("return the settings of the workspace, and no brand if the workspace has none", async () => {
    const { workspaceId, as, owner } = await testWorkspace(fixture, true);
    const input = { timeZone: "Asia/Tokyo", reportingCurrency: "jpy", defaultTrustFloor: 0.7, responseRetentionDays: 30 };
    const mutation =
      "mutation ($input: UpdateWorkspaceSettingsInput!) { update_workspace_settings(input: $input) { userErrors { code } } }";
    await as(owner).data(mutation, { variables: { input } });
    const time = expect.any(String);
    const settings = { workspaceId, createdAt: time, updatedAt: time, name: "Tests", isTest: true, ...input };
    expect(await ask("workspace", workspaceId)).toEqual([{ settings, brand: null }]);
    expect(await ask("brand_logo", workspaceId)).toEqual([]);
    for (const kind of ["workspace", "brand_logo"] as const) expect(await ask(kind, newId())).toEqual([]);
  });

  it("return the brand, and its logo with the data", async () => {
    const { workspaceId, as, owner } = await testWorkspace(fixture);
    const fields = "workspaceId updatedAt accentColor font cornerRadius locale supportEmail logo { sha256 mediaType width height }";
    const mutation = `mutation ($input: UpdateBrandInput!) { update_brand(input: $input) { brand { ${fields} } userErrors { message } } }`;
    const change = async (input: object) => {
      const { update_brand } = await as(owner).data<Updated>(mutation, { variables: { input } });
      expect(update_brand.userErrors).toEqual([]);
      return update_brand.brand;
    };
    const brand = await change({ accentColor: "#3a5bd9", font: "SERIF", logo: red.toString("base64") });
    expect(await ask("workspace", workspaceId)).toMatchObject([{ brand }]);
    const { updatedAt, logo } = brand;
    expect(logo?.sha256).toBe(createHash("sha256").update(red).digest("hex"));
    expect(await ask("brand_logo", workspaceId)).toEqual([{ workspaceId, updatedAt, logo: { ...logo, data: red.toString("base64") } }]);
    const changed = await change({ logo: null });
    expect(await ask("brand_logo", workspaceId)).toEqual([{ workspaceId, updatedAt: changed.updatedAt, logo: null }]);
    expect(await ask("workspace", workspaceId)).toMatchObject([{ brand: { accentColor: "#3a5bd9", logo: null } }]);
  });
});
