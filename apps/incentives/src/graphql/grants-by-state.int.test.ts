import { type Statement, sql } from "@offergraph/service/db/statement";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { grantStates } from "../domain/ordinals.js";
import type { GrantState } from "../generated/types.js";
import { type Client, type Fixture, startFixture } from "../testing/fixture.js";
import { addGrant, createGranting, decide } from "../testing/grants.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

interface Page {
  nodes: { rowId: string; state: string }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  totalCount?: number;
}
const query = `query ($id: UUID!, $state: GrantState, $after: Cursor, $first: Int, $counts: Boolean = true) { one: get_incentive(id: $id) {
  grants(first: $first, after: $after, state: $state) {
    nodes { rowId state } pageInfo { hasNextPage endCursor } totalCount @include(if: $counts) } } }`;
const grants = async (given: object, of: Client = client): Promise<Page> =>
  (await of.data<{ one: { grants: Page } }>(query, { first: 2, ...given })).one.grants;

describe("the grants of an incentive in one state", () => {
  it("are paged, newest first; all states without the argument or with null", async () => {
    const incentive = await createGranting(client);
    const held: string[] = [];
    for (const state of ["HELD", "ISSUED", "HELD", "DECLINED", "HELD"] as const) {
      const rowId = await addGrant(fixture, client, incentive, state);
      if (state === "HELD") held.unshift(rowId);
      fixture.clock.advance(1);
    }
    await addGrant(fixture, client, await createGranting(client), "HELD");
    const id = incentive.rowId;
    const first = await grants({ id, state: "HELD" });
    const second = await grants({ id, state: "HELD", after: first.pageInfo.endCursor });
    expect([...first.nodes, ...second.nodes].map(({ rowId }) => rowId)).toEqual(held);
    expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage, first.totalCount]).toEqual([true, false, 3]);
    expect(await grants({ id, state: "REVERSED" })).toMatchObject({ nodes: [], totalCount: 0 });
    for (const state of [undefined, null]) expect((await grants({ id, state, first: 10 })).nodes).toHaveLength(5);
  });

  it.each<GrantState>([...grantStates])("%s is distinguished from all others", async (state) => {
    const incentive = await createGranting(client);
    for (const each of grantStates) await addGrant(fixture, client, incentive, each);
    expect((await grants({ id: incentive.rowId, state })).nodes).toEqual([{ rowId: expect.any(String), state }]);
  });

  it("does not include decided grants", async () => {
    const incentive = await createGranting(client);
    const [one, other] = [await addGrant(fixture, client, incentive), await addGrant(fixture, client, incentive)];
    await decide(client, "decline", one);
    expect((await grants({ id: incentive.rowId, state: "HELD" })).nodes).toEqual([{ rowId: other, state: "HELD" }]);
  });

  it.each([
    ["another state", "HELD", "ISSUED"],
    ["no state", "HELD", undefined],
    ["a state where none was", undefined, "HELD"],
  ])("reject a cursor of %s", async (_what, from, to) => {
    const incentive = await createGranting(client);
    for (const state of ["HELD", "ISSUED"] as const) await addGrant(fixture, client, incentive, state);
    const { pageInfo } = await grants({ id: incentive.rowId, state: from, first: 1 });
    const answer = await client.call(query, { id: incentive.rowId, state: to, after: pageInfo.endCursor });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "after" });
  });

  it("are found by an index among 20,000, for any page", async () => {
    const incentive = await createGranting(client);
    // HELD grants have a separate index (see held-grants.int.test.ts).
    const failed = await addGrant(fixture, client, incentive, "FAILED");
    // The FAILED grants are the oldest, so a scan of all grants would find them last.
    await fixture.admin.query(
      `INSERT INTO grants SELECT made.* FROM grants g, generate_series(1, 20000) n, jsonb_populate_record(g, jsonb_build_object(
         'row_id', gen_random_uuid(), 'form_response_id', gen_random_uuid(),
         'state', CASE WHEN n < 50 THEN g.state ELSE $2 END, 'created_at', g.created_at + n * interval '1 second')) made
       WHERE g.row_id = $1`,
      [failed, grantStates.indexOf("ISSUED")],
    );
    await fixture.admin.query("ANALYZE grants");
    const { database } = fixture.running.parts;
    const read = vi.spyOn(database, "read");
    // Excludes the statement that reads grants for the incentive's warnings.
    const isPage = (text: string) => text.includes("FROM grants g") && !text.includes("FROM incentives i");
    const given = { id: incentive.rowId, state: "FAILED", counts: false };
    const { pageInfo } = await grants(given);
    await grants({ ...given, after: pageInfo.endCursor, first: 10 });
    const statements = read.mock.calls.map(([, statement]) => statement as Statement).filter(({ text }) => isPage(text));
    read.mockRestore();
    expect(statements).toHaveLength(2);
    for (const statement of statements) {
      const rows = await database.read<{ "QUERY PLAN": string }>(client.workspaceId, sql`EXPLAIN ${statement}`);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      const scans = plan.match(/\S+ Scan (on|using) \w+/g) ?? [];
      // PostgreSQL may use `grants_created_at` to find grants with the cursor's creation time.
      const tied = /Index Scan using grants_created_at[^>]*Index Cond: [^\n]*created_at = /.test(plan)
        ? ["Index Scan using grants_created_at"]
        : [];
      const [expected, other] = ["Index Scan using grants_of_incentive_by_state", scans.filter((scan) => !tied.includes(scan))];
      expect([new Set(other), plan]).toEqual([new Set([expected]), plan]);
    }
  });
});
