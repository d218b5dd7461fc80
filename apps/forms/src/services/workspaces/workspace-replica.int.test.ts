import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { startOwnNats } from "@offergraph/dev-stack/testing/own-nats";
import { pendingEvent } from "@offergraph/service/outbox/add";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import { brandUpdated, workspaceUpdated } from "@offergraph/shared/contracts/events/workspace";
import { parseEvent } from "@offergraph/shared/contracts/parse-event";
import { pngOf } from "@offergraph/testkit/images";
import { lookupTimeoutMs, polling } from "@offergraph/testkit/timeouts";
import { visitorOf } from "@offergraph/testkit/visitor";
import { startWorkspaceStub, type WorkspaceStub, workspaceDataOf } from "@offergraph/testkit/workspaces";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { keepWorkspace } from "../../consumers/keep-workspace.js";
import { findTimeZone } from "../../db/time-zones.js";
import { openForm, visitors } from "../../testing/collect.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";

const day = 24 * 3_600_000;
const red = pngOf(8, 8, () => [200, 0, 0, 255]);
const logo = {
  ...{ sha256: createHash("sha256").update(red).digest("hex"), mediaType: "image/png", width: 8, height: 8 },
  data: red.toString("base64"),
};
const brand = { accentColor: "#ffd166", locale: "de", font: null, cornerRadius: null, supportEmail: null, logo };

let nats: Awaited<ReturnType<typeof startOwnNats>>;
let fixture: Fixture;
let workspaces: WorkspaceStub;
let client: Client;
const lookupTimeouts = { workspaceMs: lookupTimeoutMs };
beforeAll(async () => {
  nats = await startOwnNats();
  const settings = { NATS_URL: nats.url, RESPONSE_ABANDONED_AFTER_MINUTES: "525600" };
  fixture = await startFixture(inject("adminUrl"), settings, lookupTimeouts);
  workspaces = await startWorkspaceStub(nats.url, fixture.clock);
});
afterAll(async () => {
  await workspaces?.stop();
  await fixture?.stop();
  await nats?.stop();
});
beforeEach(() => {
  client = fixture.client();
});

const eventually = (check: () => Promise<unknown>) => vi.waitFor(check, polling);
const pageOf = async (publicKey: string) => {
  const visit = visitorOf(fixture.running.url, () => fixture.clock.now());
  return (await visit(`/f/${publicKey}`, { headers: { accept: "text/html" } })).text();
};
const timeZone = () => findTimeZone((statement) => fixture.running.parts.database.read(client.workspaceId, statement));
const retention = async () =>
  (await fixture.admin.query("SELECT days FROM response_retentions WHERE workspace_id = $1", [client.workspaceId])).rows[0]?.days;
/** Waits until the service has stored the reply to a workspace lookup, which makes the next lookup due in a day. */
const lookedUp = () =>
  eventually(async () => {
    const { rows } = await fixture.admin.query("SELECT due_at FROM workspace_lookups WHERE workspace_id = $1", [client.workspaceId]);
    expect(rows).toEqual([{ due_at: new Date(fixture.clock.now().getTime() + day) }]);
  });
/** Opens a form and waits until the reply to the resulting lookup is stored. */
async function learn(zone: string): Promise<void> {
  await openForm(client);
  await eventually(async () => expect(await timeZone()).toBe(zone));
}
async function take<Data>(definition: EventDefinition<Data>, data: Data, updatedAt: string): Promise<void> {
  const { workspaceId } = client;
  const emitted = { workspaceId, actor: null, recordId: workspaceId, data, time: new Date(updatedAt) };
  const event = parseEvent(keepWorkspace.events, pendingEvent(definition, emitted).event);
  if (event) await fixture.running.parts.database.transaction({ workspaceId }, async (tx) => keepWorkspace.handle?.(tx, event));
}
const takeTimeZone = (zone: string, updatedAt: string) =>
  take(workspaceUpdated, { ...workspaceDataOf(client.workspaceId, { timeZone: zone, updatedAt }), changed: ["timeZone"] }, updatedAt);

describe("a workspace whose events have expired", () => {
  it("is looked up on its first use: the page shows its brand, days follow its time zone, old responses are deleted", async () => {
    workspaces.set(client.workspaceId, { timeZone: "Pacific/Kiritimati", responseRetentionDays: 30 }, brand);
    const { form, placement } = await openForm(client);
    await eventually(async () => expect(await pageOf(placement.publicKey)).toContain("--accent:#ffd166"));
    const html = await pageOf(placement.publicKey);
    expect(html).toContain('<html lang="de">');
    const [, path = ""] = /<img id="logo" src="([^"]+)"/.exec(html) ?? [];
    const file = await visitorOf(fixture.running.url, () => fixture.clock.now())(path);
    expect(Buffer.from(await file.arrayBuffer()).equals(red)).toBe(true);

    const visitor = visitors(fixture);
    const { said } = await visitor.start(placement, { visitorId: "ann", answers: { stars: 4 } });
    await visitor.change(placement, said.id, { outcome: "COMPLETE" });
    const query = `query ($slug: String!) {
      surface: get_form_responses_surface(slug: $slug, to: "2026-06-04T00:00:00Z") { series { day total } } }`;
    const { surface } = await client.data<{ surface: { series: { day: string; total: number }[] } }>(query, { slug: form.formSlug });
    expect(surface.series.filter(({ total }) => total > 0)).toEqual([{ day: "2026-06-02", total: 1 }]);
    fixture.clock.advance(31 * day);
    const isStored = async () => (await fixture.admin.query("SELECT FROM form_responses WHERE row_id = $1", [said.id])).rowCount;
    await eventually(async () => expect(await isStored()).toBe(0));
  });

  it("is looked up if it was last used before the upgrade", async () => {
    await openForm(client);
    await eventually(async () => expect(workspaces.lookups(client.workspaceId)).toHaveLength(1));
    workspaces.set(client.workspaceId, { responseRetentionDays: 7 });
    const folder = new URL("../../../prisma/migrations/20261123170000_workspace_lookups/migration.sql", import.meta.url);
    const [, statements = ""] = readFileSync(folder, "utf8").split('ON "workspace_lookups"("due_at");');
    fixture.clock.advance(365 * day);
    const owner = new pg.Client({ connectionString: fixture.connectionString });
    await owner.connect();
    await owner.query(`BEGIN; DELETE FROM workspace_lookups; ${statements} COMMIT`);
    await owner.end();
    await eventually(async () => expect(await retention()).toBe(7));
  });

  it("keeps newer settings of events, although the reply to the daily lookup is older", async () => {
    workspaces.set(client.workspaceId, { timeZone: "Asia/Tokyo" });
    await learn("Asia/Tokyo");
    await takeTimeZone("Asia/Seoul", "2026-04-30T10:00:00.000Z");
    expect(await timeZone()).toBe("Asia/Tokyo");
    await takeTimeZone("Europe/Paris", "2026-05-02T10:00:00.000Z");
    fixture.clock.advance(day);
    await lookedUp();
    expect(workspaces.lookups(client.workspaceId)).toHaveLength(2);
    expect(await timeZone()).toBe("Europe/Paris");
  });

  it("is looked up again after a day, which corrects what is stored, but the logo only if it changed", async () => {
    workspaces.set(client.workspaceId, {}, brand);
    const { placement } = await openForm(client);
    await eventually(async () => expect(await pageOf(placement.publicKey)).toContain("#ffd166"));
    // Simulates an earlier version of the service that ignored the workspace's event.
    workspaces.set(client.workspaceId, {}, { ...brand, accentColor: "#118ab2", updatedAt: "2026-05-03T10:00:00.000Z" });
    const wrong = "UPDATE workspace_time_zones SET time_zone = 'Asia/Seoul' WHERE workspace_id = $1";
    await fixture.admin.query(wrong, [client.workspaceId]);
    fixture.clock.advance(day);
    await eventually(async () => expect(await pageOf(placement.publicKey)).not.toContain("#ffd166"));
    expect(await timeZone()).toBe("UTC");
    expect(workspaces.lookups(client.workspaceId)).toEqual(["workspace", "brand_logo", "workspace"]);
    const older = { workspaceId: client.workspaceId, ...brand, updatedAt: "2026-05-02T10:00:00.000Z", changed: ["accentColor" as const] };
    await take(brandUpdated, older, older.updatedAt);
    expect(await pageOf(placement.publicKey)).not.toContain("#ffd166");
    workspaces.set(client.workspaceId, {}, { updatedAt: "2026-05-04T10:00:00.000Z" });
    fixture.clock.advance(day);
    await eventually(async () => expect(await pageOf(placement.publicKey)).not.toContain('id="logo"'));
  });
});

describe("while the workspace service does not reply", () => {
  it("defaults apply, nothing is stored, and the workspace is looked up once in 30 seconds", async () => {
    workspaces.set(client.workspaceId, { timeZone: "Asia/Tokyo", responseRetentionDays: 30 }, brand);
    const { workspaceId } = client;
    lookupTimeouts.workspaceMs = 1_000;
    await workspaces.whileSilent(async () => {
      const { placement } = await openForm(client);
      await eventually(async () => expect(workspaces.lookups(workspaceId)).toHaveLength(1));
      // The job processes the workspaces one after another.
      for (const other of [fixture.client(), fixture.client()]) {
        await openForm(other);
        await openForm(client);
        await eventually(async () => expect(workspaces.lookups(other.workspaceId)).toHaveLength(1));
      }
      expect(workspaces.lookups(workspaceId)).toHaveLength(1);
      expect(await pageOf(placement.publicKey)).not.toContain("<style>");
      expect([await timeZone(), await retention()]).toEqual([undefined, undefined]);
    });
    lookupTimeouts.workspaceMs = lookupTimeoutMs;
    fixture.clock.advance(30_000);
    await eventually(async () => expect([await timeZone(), await retention()]).toEqual(["Asia/Tokyo", 30]));
  });
});
