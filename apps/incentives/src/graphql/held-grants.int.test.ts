import { type Statement, sql } from "@offergraph/service/db/statement";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { grantStates } from "../domain/ordinals.js";
import { type Client, type Fixture, startFixture } from "../testing/fixture.js";
import { addGrant, createGranting, decide } from "../testing/grants.js";
import { mutate } from "../testing/incentives.js";

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
  nodes: { rowId: string; state: string; incentiveId: string; incentive: { rowId: string } | null }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  totalCount?: number;
}
const query = `query ($after: Cursor, $first: Int, $counts: Boolean = true) { all: list_incentives(first: 0) { heldGrants(first: $first, after: $after) {
  nodes { rowId state incentiveId incentive { rowId } } pageInfo { hasNextPage endCursor } totalCount @include(if: $counts) } } }`;
const held = async (given: object = {}, of: Client = client): Promise<Page> =>
  (await of.data<{ all: { heldGrants: Page } }>(query, { first: 50, ...given })).all.heldGrants;

describe("the held grants of a workspace", () => {
  it("are the undecided grants of all incentives, newest first, page by page", async () => {
    const [one, other] = [await createGranting(client), await createGranting(client)];
    const ids: string[] = [];
    for (const incentive of [one, other, one]) {
      ids.unshift(await addGrant(fixture, client, incentive, "HELD"));
      for (const state of grantStates) if (state !== "HELD") await addGrant(fixture, client, incentive, state);
      fixture.clock.advance(1);
    }
    const first = await held({ first: 2 });
    const second = await held({ first: 2, after: first.pageInfo.endCursor });
    expect([...first.nodes, ...second.nodes].map(({ rowId }) => rowId)).toEqual(ids);
    expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage, first.totalCount]).toEqual([true, false, 3]);
    expect((await held({}, fixture.client())).nodes).toEqual([]);
    await decide(client, "decline", ids[0] ?? "");
    expect((await held()).nodes.map(({ rowId }) => rowId)).toEqual(ids.slice(1));
  });

  it("include those of a deleted incentive until they are decided", async () => {
    const incentive = await createGranting(client);
    const rowId = await addGrant(fixture, client, incentive, "HELD");
    await mutate(client, "delete_incentive", { incentiveId: incentive.rowId });
    expect((await held()).nodes).toEqual([{ rowId, state: "HELD", incentiveId: incentive.rowId, incentive: null }]);
    await decide(client, "release", rowId);
    expect((await held()).nodes).toEqual([]);
  });

  it("are found by an index among 20,000", async () => {
    const rowId = await addGrant(fixture, client, await createGranting(client));
    await fixture.admin.query(
      `INSERT INTO grants SELECT made.* FROM grants g, generate_series(1, 20000) n, jsonb_populate_record(g, jsonb_build_object(
         'row_id', gen_random_uuid(), 'form_response_id', gen_random_uuid(),
         'state', CASE WHEN n < 50 THEN g.state ELSE $2 END, 'created_at', g.created_at + n * interval '1 second')) made
       WHERE g.row_id = $1`,
      [rowId, grantStates.indexOf("ISSUED")],
    );
    await fixture.admin.query("ANALYZE grants");
    const { database } = fixture.running.parts;
    const read = vi.spyOn(database, "read");
    const { pageInfo } = await held({ counts: false, first: 10 });
    await held({ counts: false, first: 10, after: pageInfo.endCursor });
    const statements = read.mock.calls.map(([, statement]) => statement as Statement).filter(({ text }) => text.includes("FROM grants g"));
    read.mockRestore();
    expect(statements).toHaveLength(2);
    for (const statement of statements) {
      const rows = await database.read<{ "QUERY PLAN": string }>(client.workspaceId, sql`EXPLAIN ${statement}`);
      expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("Index Scan using grants_held on grants");
    }
  }, 60_000);
});
