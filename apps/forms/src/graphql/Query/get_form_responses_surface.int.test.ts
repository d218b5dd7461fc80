import { newId } from "@offergraph/shared/time/ids";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { hardResponses } from "../../testing/hard-responses.js";
import { plainResponseFilters } from "../../testing/reference-response-filters.js";
import { addResponse } from "../../testing/responses.js";
import { type Seeded, seedResponses } from "../../testing/seed-responses.js";

/** Default number of random filters; `FILTER_RUNS` overrides the number. `FILTER_SEED` repeats the filters of an earlier test run. */
const runs = Number(process.env.FILTER_RUNS ?? 1000);
const seed = process.env.FILTER_SEED === undefined ? {} : { seed: Number(process.env.FILTER_SEED) };

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

interface Totals {
  total: number;
  complete: number;
  incomplete: number;
  skipped: number;
  completionRate: number | null;
}
interface Surface {
  form: { rowId: string };
  from: string;
  to: string;
  responses: {
    nodes: { rowId: string }[];
    totalCount: number;
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string };
  };
  totals: Totals;
  byPlacement: { placementId: string | null; totals: Totals }[];
  series: (Omit<Totals, "completionRate"> & { day: string; attributed: number })[];
}
const counts = "total complete incomplete skipped";
const query = `query ($slug: String!, $first: Int, $from: Datetime, $to: Datetime, $placementId: UUID, $listFilter: FormResponseFilter, $windowFilter: FormResponseFilter, $after: Cursor, $orderBy: [FormResponseOrderBy!]) {
  surface: get_form_responses_surface(slug: $slug, first: $first, from: $from, to: $to, placementId: $placementId, listFilter: $listFilter, windowFilter: $windowFilter, after: $after, orderBy: $orderBy) {
    form { rowId } from to responses { nodes { rowId } totalCount pageInfo { hasNextPage hasPreviousPage endCursor } } totals { ${counts} completionRate }
    byPlacement { placementId totals { ${counts} completionRate } } series { day ${counts} attributed } } }`;
const getSurface = async (asker: Client, variables: object = {}) =>
  (await asker.data<{ surface: Surface }>(query, { slug: "seeded", ...variables })).surface;
const idsOf = ({ responses }: Surface) => responses.nodes.map(({ rowId }) => rowId);
const seeded = (count: number): Promise<Seeded> =>
  seedResponses((text, values) => fixture.admin.query(text, values), { workspaceId: client.workspaceId, count });

interface Row {
  id: string;
  day: string;
  status: number;
  placement: string | null;
  attributed: boolean;
  listed: boolean | null;
}

/** Computes the expected `totals` of the rows in JavaScript. */
function totalsOf(rows: readonly Row[]) {
  const [complete = 0, incomplete, skipped] = [0, 1, 2].map((status) => rows.filter((row) => row.status === status).length);
  return { total: rows.length, complete, incomplete, skipped, completionRate: rows.length > 0 ? complete / rows.length : null };
}

describe("get_form_responses_surface", () => {
  it(`lists, counts and groups the same responses as plain SQL, for ${runs} random pairs of filters`, { timeout: 600_000 }, async () => {
    const { client: asker, known } = await hardResponses(fixture);
    await fc.assert(
      fc.asyncProperty(plainResponseFilters(known), plainResponseFilters(known), async (window, list) => {
        const { rows } = await fixture.admin.query<Row>(
          `SELECT r.row_id AS id, to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, r.status, r.form_placement_id AS placement,
             num_nonnulls(r.discount_code_id, r.partner_id) > 0 AS attributed, (${list.sql}) AS listed
           FROM form_responses r WHERE r.workspace_id = $1 AND r.created_at >= '2026-05-02T12:00:00Z' AND r.created_at < '2026-06-01T12:00:00Z' AND (${window.sql})
           ORDER BY r.created_at DESC, r.row_id`,
          [asker.workspaceId],
        );
        const answer = await getSurface(asker, { first: 1000, windowFilter: window.filter, listFilter: list.filter });
        const listed = rows.filter((row) => row.listed);
        expect(idsOf(answer)).toEqual(listed.map(({ id }) => id));
        expect(answer.responses.totalCount).toBe(listed.length);
        expect(answer.totals).toEqual(totalsOf(rows));
        const placements = new Set(rows.map(({ placement }) => placement));
        expect(new Map(answer.byPlacement.map(({ placementId, totals }) => [placementId, totals]))).toEqual(
          new Map([...placements].map((id) => [id, totalsOf(rows.filter(({ placement }) => placement === id))])),
        );
        const days = new Set(rows.map(({ day }) => day));
        expect(answer.series).toHaveLength(31);
        expect(answer.series.filter(({ total }) => total > 0).map(({ day }) => day)).toEqual([...days].sort());
        for (const { day, attributed, ...point } of answer.series) {
          const ofDay = rows.filter((row) => row.day === day);
          const { completionRate, ...totals } = totalsOf(ofDay);
          expect({ ...point, attributed }).toEqual({ ...totals, attributed: ofDay.filter((row) => row.attributed).length });
        }
      }),
      { numRuns: runs, ...seed },
    );
  });

  it("pages through the list in any order; a cursor is valid only for the same filters", async () => {
    const { client: asker } = await hardResponses(fixture);
    const bounds = { from: "2026-05-02T12:00:00Z", to: "2026-06-01T12:00:00Z", listFilter: { status: { equalTo: "COMPLETE" } } };
    for (const orderBy of [undefined, ["UPDATED_AT_DESC"], ["PRIMARY_KEY_ASC"]]) {
      const all = idsOf(await getSurface(asker, { ...bounds, orderBy, first: 1000 }));
      const first = await getSurface(asker, { ...bounds, orderBy, first: 5 });
      const after = first.responses.pageInfo.endCursor;
      const second = await getSurface(asker, { ...bounds, orderBy, first: 1000, after });
      expect([...idsOf(first), ...idsOf(second)]).toEqual(all);
      expect(second.totals).toEqual(first.totals);
      const { errors } = await asker.call(query, { slug: "seeded", ...bounds, listFilter: null, orderBy, after });
      expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "after" });
    }
  });

  it("returns the newest 25 of the last 30 days by default, and hasNextPage", async () => {
    const { formId } = await seeded(100);
    const surface = await getSurface(client);
    expect(surface).toMatchObject({ form: { rowId: formId }, from: "2026-05-02T12:00:00.000Z", to: "2026-06-01T12:00:00.000Z" });
    expect(surface.responses).toMatchObject({ totalCount: 100, pageInfo: { hasNextPage: true, hasPreviousPage: false } });
    expect(idsOf(surface)).toHaveLength(25);
    const all = await getSurface(client, { first: 1000 });
    expect(idsOf(all).slice(0, 25)).toEqual(idsOf(surface));
    expect(all.responses.pageInfo.hasNextPage).toBe(false);
    expect((await getSurface(client, { first: 0 })).responses).toMatchObject({ nodes: [], totalCount: 100 });
  });

  it("includes the window's start and excludes its end", async () => {
    const { formId } = await seeded(0);
    const at = (created_at: string) => addResponse(fixture, client, { form_id: formId, created_at });
    const first = await at("2025-12-31T23:59:59.999Z");
    const second = await at("2026-01-01T00:00:00.000Z");
    await at("2026-01-01T00:00:00.001Z");
    const surface = await getSurface(client, { from: "2026-01-01T00:59:59.999+01:00", to: "2026-01-01T00:00:00.001Z" });
    expect(idsOf(surface)).toEqual([second, first]);
    expect(surface.series.map(({ day, total }) => [day, total])).toEqual([
      ["2025-12-31", 1],
      ["2026-01-01", 1],
    ]);
    const empty = await getSurface(client, { from: "2026-01-01T00:00:00Z", to: "2026-01-01T00:00:00Z" });
    expect(empty).toMatchObject({ responses: { nodes: [] }, totals: { total: 0, completionRate: null }, byPlacement: [], series: [] });
  });

  it("has one point per day, across daylight saving time and years", async () => {
    const { formId } = await seeded(0);
    for (const created_at of ["2025-10-26T01:30:00Z", "2026-03-29T00:59:59.999Z", "2026-03-29T23:59:59.999Z"])
      await addResponse(fixture, client, { form_id: formId, created_at });
    const { series } = await getSurface(client, { from: "2025-10-01T12:00:00Z", to: "2026-04-01T00:00:00Z" });
    const expected: string[] = [];
    for (let day = Date.UTC(2025, 9, 1); day < Date.UTC(2026, 3, 1); day += 86_400_000)
      expected.push(new Date(day).toISOString().slice(0, 10));
    expect(series.map(({ day }) => day)).toEqual(expected);
    expect(series.filter(({ total }) => total > 0).map(({ day, total }) => [day, total])).toEqual([
      ["2025-10-26", 1],
      ["2026-03-29", 2],
    ]);
  });

  it("returns one placement's responses; none for another form's, an unknown or another workspace's placement", async () => {
    const { placementIds } = await seeded(100);
    const [own = "", ...others] = placementIds;
    const all = await getSurface(client, { first: 100 });
    const surface = await getSurface(client, { placementId: own, first: 100 });
    const ofOwn = all.byPlacement.find(({ placementId }) => placementId === own);
    expect(surface.byPlacement).toEqual([ofOwn]);
    expect(surface.totals).toEqual(ofOwn?.totals);
    expect(surface.responses.totalCount).toBe(ofOwn?.totals.total);
    // The responses of a removed placement are still counted.
    expect((await getSurface(client, { placementId: others.at(-1) })).totals.total).toBeGreaterThan(0);

    const workspace = client;
    client = fixture.client();
    const foreign = await seeded(30);
    for (const placementId of [newId(), foreign.placementIds[0]])
      expect(await getSurface(workspace, { placementId })).toMatchObject({
        responses: { nodes: [] },
        totals: { total: 0 },
        byPlacement: [],
      });
  });

  it("returns null for another workspace's slug and an unknown slug", async () => {
    await seeded(3);
    expect(await getSurface(fixture.client())).toBeNull();
    expect(await getSurface(client, { slug: "nobody" })).toBeNull();
  });

  it.each([
    [{ from: "2026-05-02T00:00:00Z", to: "2026-05-01T00:00:00Z" }, "from"],
    [{ from: "2026-06-01T12:00:00.001Z" }, "from"],
    [{ to: "2026-05-01T00:00:00Z" }, "from"],
    [{ from: "2016-01-01T00:00:00Z" }, "from"],
    [{ first: 1001 }, "first"],
    [{ windowFilter: { clickId: { equalTo: null } } }, "windowFilter.clickId.equalTo"],
    [{ listFilter: { or: [{ status: null }] } }, "listFilter.or.0.status"],
  ])("rejects %o by name, with the field null", async (variables, argument) => {
    await seeded(1);
    const { data, errors } = await client.call(query, { slug: "seeded", ...variables });
    expect(data).toEqual({ surface: null });
    expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument });
  });

  it("rejects an ambiguous partner name", async () => {
    await seeded(3);
    await fixture.admin.query("UPDATE partner_references SET name = 'Twin' WHERE workspace_id = $1", [client.workspaceId]);
    const { errors } = await client.call(query, { slug: "seeded", windowFilter: { partnerId: { name: "Twin" } } });
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining("Use the id"),
      extensions: { argument: "windowFilter.partnerId" },
    });
  });

  it("filters by existence of placement, short link and code; responses keep removed ids", async () => {
    const { formId, placementIds, shortLinkIds, discountCodeIds } = await seeded(0);
    const [placement, link, code] = [placementIds[0], shortLinkIds[0], discountCodeIds[0]];
    await addResponse(fixture, client, {
      form_id: formId,
      created_at: "2026-05-30T00:00:00Z",
      form_placement_id: placement,
      short_link_id: link,
      discount_code_id: code,
    });
    const flags = ["formPlacementByFormPlacementIdExists", "shortLinkByShortLinkIdExists", "discountCodeByDiscountCodeIdExists"];
    const totals = () =>
      Promise.all(
        flags.flatMap((flag) =>
          [true, false].map(async (value) => (await getSurface(client, { windowFilter: { [flag]: value } })).totals.total),
        ),
      );
    expect(await totals()).toEqual([1, 0, 1, 0, 1, 0]);
    await fixture.admin.query("DELETE FROM form_placements WHERE row_id = $1", [placement]);
    await fixture.admin.query("UPDATE discount_code_references SET is_deleted = true WHERE row_id = $1", [code]);
    expect(await totals()).toEqual([0, 1, 0, 1, 0, 1]);
  });
});
