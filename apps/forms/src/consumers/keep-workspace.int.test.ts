import { sql } from "@offergraph/service/db/statement";
import { pendingEvent } from "@offergraph/service/outbox/add";
import { workspaceUpdated } from "@offergraph/shared/contracts/events/workspace";
import { parseEvent } from "@offergraph/shared/contracts/parse-event";
import { newId } from "@offergraph/shared/time/ids";
import { daysInZone, offsetsInZone } from "@offergraph/shared/time/zone-days";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { dayIn } from "../db/response-counts.js";
import { type Client, type Fixture, startFixture } from "../testing/fixture.js";
import { seedResponses } from "../testing/seed-responses.js";
import { keepWorkspace } from "./keep-workspace.js";

const losAngeles = "America/Los_Angeles";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

async function takeTimeZone({ workspaceId }: Client, timeZone: string, updatedAt = "2026-05-02T10:00:00.000Z"): Promise<void> {
  const data = {
    ...{ workspaceId, createdAt: updatedAt, updatedAt, name: "Shop", isTest: false, timeZone, reportingCurrency: null },
    ...{ defaultTrustFloor: null, responseRetentionDays: 30, changed: ["timeZone" as const] },
  };
  const emitted = { workspaceId, actor: null, recordId: workspaceId, data, time: new Date(updatedAt) };
  const event = parseEvent(keepWorkspace.events, pendingEvent(workspaceUpdated, emitted).event);
  if (event) await fixture.running.parts.database.transaction({ workspaceId }, async (tx) => keepWorkspace.handle?.(tx, event));
}

const format = new Intl.DateTimeFormat("sv-SE", { timeZone: losAngeles, dateStyle: "short" });

/** Computes the expected counts by day without SQL. Uses the time zone of Los Angeles if `isLocal` is true, otherwise UTC. */
function plainCounts(times: readonly Date[], isLocal: boolean): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const time of times) {
    const day = isLocal ? format.format(time) : time.toISOString().slice(0, 10);
    counts[day] = (counts[day] ?? 0) + 1;
  }
  return counts;
}

/**
 * Moves the workspace's responses to random times around both changes of daylight saving time. Returns the times and the discount code's
 * id.
 */
async function addResponses({ workspaceId }: Client) {
  await seedResponses((text, values) => fixture.admin.query(text, values), { workspaceId, count: 2_000 });
  const id = newId();
  const { rows } = await fixture.admin.query<{ at: Date }>(
    `UPDATE form_responses SET discount_code_id = $2, created_at = date_trunc('minute',
       CASE WHEN random() < 0.5 THEN '2026-03-07T00:00:00Z' ELSE '2026-10-31T00:00:00Z' END::timestamptz + random() * interval '3 days')
     WHERE workspace_id = $1 RETURNING created_at AS at`,
    [workspaceId, id],
  );
  return { id, times: rows.map(({ at }) => at) };
}

interface Point {
  day: string;
  total: number;
}
const query = `query ($id: UUID!, $from: Datetime, $to: Datetime) {
  series: get_discount_code_response_series(id: $id) { day total }
  surface: get_form_responses_surface(slug: "seeded", from: $from, to: $to) { series { day total } } }`;
async function countsOf(of: Client, id: string) {
  const answer = await of.data<{ series: Point[]; surface: { series: Point[] } }>(query, {
    ...{ id, from: "2026-03-07T00:00:00Z", to: "2026-11-03T00:00:00Z" },
  });
  const counted = (points: readonly Point[]) =>
    Object.fromEntries(points.filter(({ total }) => total > 0).map(({ day, total }) => [day, total]));
  return { series: counted(answer.series), surface: counted(answer.surface.series), days: answer.surface.series.map(({ day }) => day) };
}

describe("the time zone of the workspace", () => {
  it("decides the days of both series, over both changes of daylight saving time, in this workspace only", async () => {
    const other = fixture.client();
    const [own, others] = [await addResponses(client), await addResponses(other)];
    const inUtc = plainCounts(own.times, false);
    expect(await countsOf(client, own.id)).toMatchObject({ series: inUtc, surface: inUtc });
    await takeTimeZone(client, losAngeles);
    const local = plainCounts(own.times, true);
    const counts = await countsOf(client, own.id);
    expect(counts).toMatchObject({ series: local, surface: local });
    expect([counts.days[0], counts.days.at(-1), counts.days.length]).toEqual(["2026-03-06", "2026-11-02", 242]);
    const { rows } = await fixture.admin.query("SELECT days FROM response_retentions WHERE workspace_id = $1", [client.workspaceId]);
    expect(rows).toEqual([{ days: 30 }]);
    const ofOthers = plainCounts(others.times, false);
    expect(await countsOf(other, others.id)).toMatchObject({ series: ofOthers, surface: ofOthers });
  });

  it("is the newest one, even if an older event arrives late", async () => {
    const { id, times } = await addResponses(client);
    await takeTimeZone(client, losAngeles);
    await takeTimeZone(client, "Asia/Tokyo", "2026-05-01T10:00:00.000Z");
    expect((await countsOf(client, id)).series).toEqual(plainCounts(times, true));
  });

  it.each(["Asia/Kolkata", "Asia/Calcutta", "US/Pacific", "Europe/Kyiv", "Africa/Casablanca", "Australia/Lord_Howe", "Pacific/Apia"])(
    "gives days in %s without naming the zone to PostgreSQL, which may not know it",
    async (zone) => {
      const { changes } = offsetsInZone(zone);
      const hours = Array.from({ length: 300 }, (_, index) => Date.parse("2004-01-01T00:30:00Z") + index * 637 * 3_600_000);
      const times = [...changes, ...hours.map((time) => new Date(time).toISOString())];
      const day = dayIn(zone);
      expect(day.values).not.toContain(zone);
      const { sql: text, values } =
        sql`SELECT ${day}::text AS day FROM unnest(${times}::timestamptz[]) WITH ORDINALITY AS r(created_at, n) ORDER BY n`;
      const numbered = text.split("?").reduce((before, part, index) => `${before}$${index}${part}`);
      const { rows } = await fixture.admin.query<{ day: string }>(numbered, values);
      expect(rows.map((row) => row.day)).toEqual(times.map(daysInZone(zone)));
    },
  );
});
