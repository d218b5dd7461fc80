import { newId } from "@offergraph/shared/time/ids";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { hardResponses } from "../../testing/hard-responses.js";
import { plainResponseFilters } from "../../testing/reference-response-filters.js";
import { addResponse } from "../../testing/responses.js";

const runs = Number(process.env.FILTER_RUNS ?? 300);
const seed = process.env.FILTER_SEED === undefined ? {} : { seed: Number(process.env.FILTER_SEED) };

let fixture: Fixture;
let client: Client;
let id: string;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
  id = newId();
});

interface Point {
  day: string;
  total: number;
  complete: number;
  incomplete: number;
  skipped: number;
  attributed: number;
}
const query = `query ($id: UUID!, $filter: FormResponseFilter, $attributedFilter: FormResponseFilter) {
  series: get_discount_code_response_series(id: $id, filter: $filter, attributedFilter: $attributedFilter) {
    day total complete incomplete skipped attributed } }`;
const series = async (asker: Client, variables: object) => (await asker.data<{ series: Point[] }>(query, variables)).series;
const respond = (createdAt: string, columns: object = {}) =>
  addResponse(fixture, client, { created_at: createdAt, discount_code_id: id, ...columns });
const totals = async (variables: object = {}) =>
  (await series(client, { id, ...variables })).map(({ day, total }) => [day.slice(5), total]);

describe("get_discount_code_response_series", () => {
  it(`counts the same as plain SQL for each day, including days with zero, for ${runs} random pairs of filters`, {
    timeout: 600_000,
  }, async () => {
    const { client: asker, known } = await hardResponses(fixture);
    const [code = ""] = known.discountCodeIds;
    await fixture.admin.query("UPDATE form_responses SET discount_code_id = $2 WHERE workspace_id = $1", [asker.workspaceId, code]);
    // Wraps the filter in `or`, so that the filter's `createdAt` conditions do not change the range of days.
    const filters = plainResponseFilters(known).map(({ filter, sql }) => ({ filter: { or: [filter] }, sql }));
    const attributions = fc.option(plainResponseFilters(known), { nil: undefined, freq: 4 });
    await fc.assert(
      fc.asyncProperty(filters, attributions, async ({ filter, sql }, attribution) => {
        const { rows } = await fixture.admin.query(
          `WITH found AS (
             SELECT (r.created_at AT TIME ZONE 'UTC')::date AS day, r.status, (${attribution?.sql ?? "r.partner_id IS NOT NULL"}) AS attributed
             FROM form_responses r WHERE r.workspace_id = $1 AND r.discount_code_id = $2 AND (${sql}))
           SELECT to_char(every, 'YYYY-MM-DD') AS day, count(f.day)::int AS total, count(*) FILTER (WHERE f.status = 0)::int AS complete,
             count(*) FILTER (WHERE f.status = 1)::int AS incomplete, count(*) FILTER (WHERE f.status = 2)::int AS skipped,
             count(*) FILTER (WHERE f.attributed)::int AS attributed
           FROM generate_series((SELECT min(day) FROM found)::timestamp, (SELECT max(day) FROM found)::timestamp, interval '1 day') every
           LEFT JOIN found f ON f.day = every GROUP BY every ORDER BY every`,
          [asker.workspaceId, code],
        );
        expect(await series(asker, { id: code, filter, attributedFilter: attribution?.filter })).toEqual(rows);
      }),
      { numRuns: runs, ...seed },
    );
  });

  it("ranges from the first to the last matching day, or over the filter's bounds", async () => {
    await respond("2025-12-30T12:00:00Z");
    await respond("2026-01-02T23:59:59.999Z");
    const between = [
      ["12-30", 1],
      ["12-31", 0],
      ["01-01", 0],
      ["01-02", 1],
    ];
    expect(await totals()).toEqual(between);
    const from = { createdAt: { greaterThanOrEqualTo: "2025-12-29T23:00:00Z" } };
    const to = { createdAt: { lessThan: "2026-01-04T00:00:00Z" } };
    expect(await totals({ filter: from })).toEqual([["12-29", 0], ...between]);
    expect(await totals({ filter: to })).toEqual([...between, ["01-03", 0]]);
    expect(await totals({ filter: { and: [from, to] } })).toEqual([["12-29", 0], ...between, ["01-03", 0]]);
    expect(await totals({ filter: { or: [from, to] } })).toEqual(between);
    expect(
      await totals({ filter: { createdAt: { greaterThan: "2026-01-05T23:59:59.999Z", lessThanOrEqualTo: "2026-01-07T00:00:00Z" } } }),
    ).toEqual([
      ["01-06", 0],
      ["01-07", 0],
    ]);
  });

  it("counts responses with a partner as attributed, or those of attributedFilter", async () => {
    await respond("2026-05-01T00:00:00Z", { partner_id: newId(), status: 0 });
    await respond("2026-05-01T01:00:00Z", { status: 0 });
    await respond("2026-05-01T02:00:00Z", { status: 2 });
    const point = { day: "2026-05-01", total: 3, complete: 2, incomplete: 0, skipped: 1 };
    expect(await series(client, { id })).toEqual([{ ...point, attributed: 1 }]);
    expect(await series(client, { id, attributedFilter: { status: { equalTo: "COMPLETE" } } })).toEqual([{ ...point, attributed: 2 }]);
    expect(await series(client, { id, attributedFilter: {} })).toEqual([{ ...point, attributed: 3 }]);
  });

  it("is empty for an unknown code, another workspace's and without matches", async () => {
    await respond("2026-05-01T00:00:00Z");
    const bounds = { createdAt: { greaterThanOrEqualTo: "2026-05-01T00:00:00Z", lessThan: "2026-05-03T00:00:00Z" } };
    for (const filter of [{}, bounds]) {
      expect(await series(fixture.client(), { id, filter })).toEqual([]);
      expect(await series(client, { id: newId(), filter })).toEqual([]);
    }
    expect(await series(client, { id, filter: { createdAt: { greaterThan: "2026-05-02T00:00:00Z" } } })).toEqual([]);
  });

  it.each([
    [{ filter: { createdAt: { greaterThan: "2016-01-01T00:00:00Z" } } }, "filter.createdAt"],
    [{ filter: { clickId: { equalTo: null } } }, "filter.clickId.equalTo"],
    [{ attributedFilter: { partnerId: null } }, "attributedFilter.partnerId"],
  ])("rejects %o by name, with the field null", async (variables, argument) => {
    await respond("2026-05-01T00:00:00Z");
    const { data, errors } = await client.call(query, { id, ...variables });
    expect(data).toEqual({ series: null });
    expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument });
  });
});
