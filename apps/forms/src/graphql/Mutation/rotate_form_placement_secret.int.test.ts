import { newId } from "@offergraph/shared/time/ids";
import { subgraphClient } from "@offergraph/testkit/subgraph";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, pathsOf, startFixture } from "../../testing/fixture.js";
import { ask, type Placement, type PlacementAnswer, placeForm, readPlacement, rotateSecret } from "../../testing/placements.js";

let fixture: Fixture;
let client: Client;
let placement: Placement;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  placement = await placeForm(client);
  fixture.clock.advance(1000);
});

const selection = "placement { rowId } secret";
const rotate = (placementId: string, by = client) =>
  ask<PlacementAnswer & { secret: string | null }>(by, "rotate_form_placement_secret", { selection }, { placementId });
/** Returns the stored rows as text, so that tests can search the rows for secrets. */
async function stored(): Promise<string> {
  const tables = ["form_placements", "outbox_events", "idempotency_records"];
  const all = await Promise.all(
    tables.map((table) =>
      fixture.admin.query(`SELECT to_jsonb(t)::text AS row FROM ${table} t WHERE workspace_id = $1`, [client.workspaceId]),
    ),
  );
  return all.flatMap(({ rows }) => rows.map(({ row }) => row)).join("\n");
}

describe("rotate_form_placement_secret", () => {
  it("creates a secret, shown once and stored encrypted, and emits an event without it", async () => {
    expect(placement).toMatchObject({ hasSecret: false });
    const secret = await rotateSecret(client, placement, "key");
    expect(secret).toMatch(/^fps_[0-9A-Za-z]{48}$/);
    const now = fixture.clock.now().toISOString();
    expect(await readPlacement(client, placement.rowId)).toEqual({ ...placement, hasSecret: true, updatedAt: now });
    expect((await client.events()).at(-1)).toMatchObject({
      what: "form_placement.updated",
      data: { hasSecret: true, changed: ["secret", "hasSecret", "updatedAt"] },
    });
    expect(await stored()).not.toContain(secret);
    expect(await stored()).toContain("v1.");
  });

  it("replaces the secret; the previous one ends 24 hours later", async () => {
    const [first, second] = [await rotateSecret(client, placement), await rotateSecret(client, placement)];
    expect(second).not.toBe(first);
    const { rows } = await fixture.admin.query("SELECT former_secret_ends_at FROM form_placements WHERE row_id = $1", [placement.rowId]);
    expect(rows[0].former_secret_ends_at.getTime() - fixture.clock.now().getTime()).toBe(24 * 3_600_000);
    expect((await client.events()).at(-1)?.data).toMatchObject({ changed: ["secret", "updatedAt"] });
  });

  it("returns the same secret with the same Idempotency-Key", async () => {
    const first = await rotateSecret(client, placement, "key");
    expect(await rotateSecret(client, placement, "key")).toBe(first);
    expect((await client.events()).filter(({ what }) => what === "form_placement.updated")).toHaveLength(1);
  });

  it("returns no secret in a dry run, and stores none", async () => {
    const { workspaceId } = client;
    const now = () => fixture.clock.now();
    const caller = subgraphClient({ url: fixture.running.url, service: "forms", workspaceId, now });
    const query = `mutation ($input: RotateFormPlacementSecretInput!) {
      rotate_form_placement_secret(input: $input) { placement { hasSecret } secret userErrors { code } } }`;
    const { data } = await caller.call(query, { variables: { input: { placementId: placement.rowId } }, dryRun: true });
    expect(data).toEqual({ rotate_form_placement_secret: { placement: { hasSecret: true }, secret: null, userErrors: [] } });
    expect(await readPlacement(client, placement.rowId)).toEqual(placement);
    expect(await stored()).not.toContain("v1.");
  });

  it("returns NOT_FOUND for an unknown placement or another workspace's, and changes nothing", async () => {
    const other = fixture.client();
    for (const placementId of [placement.rowId, newId()]) {
      const { secret, userErrors } = await rotate(placementId, other);
      expect([secret, pathsOf(userErrors)]).toEqual([null, ["input.placementId NOT_FOUND"]]);
    }
    expect(await other.events()).toEqual([]);
    expect(await readPlacement(client, placement.rowId)).toEqual(placement);
  });
});
