import { type Statement, sql } from "@offergraph/service/db/statement";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { statuses } from "../domain/ordinals.js";
import { nextTransition, type Timed } from "../domain/transitions.js";
import { type Client, type Fixture, type Replica, startFixture } from "../testing/fixture.js";
import { seedCodes } from "../testing/seed-codes.js";
import { createCodes, later } from "../testing/timed.js";
import type { Db } from "../tx.js";
import { scheduleTransitions } from "./discount-codes.js";
import { claimDueCodes, dueWorkspaces } from "./work-lists.js";

let fixture: Fixture;
let replica: Replica;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  replica = await fixture.startReplica();
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const within = <Result>(effect: (tx: Db) => Promise<Result>) =>
  replica.parts.database.transaction({ workspaceId: client.workspaceId }, effect);

/** Returns the codes' scheduled times in the order of the codes. */
async function dueTimes(ids: readonly string[]): Promise<(string | null)[]> {
  const { rows } = await fixture.admin.query("SELECT discount_code_id AS id, due_at FROM scheduled_transitions WHERE workspace_id = $1", [
    client.workspaceId,
  ]);
  const found = new Map<string, string>(rows.map(({ id, due_at }) => [id, due_at.toISOString()]));
  return ids.map((id) => found.get(id) ?? null);
}

const save = (id: string, body: object) =>
  client.data(`mutation ($id: UUID!, $body: DiscountCodeBody!) { save_discount_code(id: $id, body: $body) { userErrors { code } } }`, {
    id,
    body,
  });

describe("scheduled transitions", () => {
  it("match nextTransition for any number of codes and any previous schedule", async () => {
    await seedCodes((text, values) => fixture.admin.query(text, values), { workspaceId: client.workspaceId, count: 40 });
    const { rows } = await fixture.admin.query("SELECT row_id FROM discount_codes WHERE workspace_id = $1", [client.workspaceId]);
    const ids: string[] = rows.map(({ row_id }) => row_id);
    // All times are in the future, so that the job for scheduled transitions changes no code.
    const time = fc.integer({ min: 1, max: 6 }).map((millisecond) => later(fixture, 86_400_000 + millisecond));
    const timed = fc
      .record({ status: fc.constantFrom(...statuses), startAt: fc.option(time), endsAt: fc.option(time), statusWrittenAt: time })
      .filter(({ startAt, endsAt }) => startAt === null || endsAt === null || startAt < endsAt);
    const write = (tx: Db, codes: readonly Timed[]) =>
      tx.sql(sql`
      UPDATE discount_codes d SET status = given.status, start_at = given.start_at, ends_at = given.ends_at, status_written_at = given.written
      FROM unnest(${ids}::uuid[], ${codes.map(({ status }) => statuses.indexOf(status))}::smallint[], ${codes.map(({ startAt }) => startAt)}::timestamptz[],
        ${codes.map(({ endsAt }) => endsAt)}::timestamptz[], ${codes.map(({ statusWrittenAt }) => statusWrittenAt)}::timestamptz[])
        AS given(row_id, status, start_at, ends_at, written) WHERE d.row_id = given.row_id`);
    await fc.assert(
      fc.asyncProperty(fc.array(timed, { minLength: ids.length, maxLength: ids.length }), async (codes) => {
        await within(async (tx) => {
          await write(tx, codes);
          await scheduleTransitions(tx, ids);
        });
        expect(await dueTimes(ids)).toEqual(codes.map((code) => nextTransition(code)?.dueAt ?? null));
      }),
      { numRuns: 40 },
    );
  });

  it("are updated by every write of a status or time, and deleted with the code", async () => {
    const [start, end, other] = [later(fixture, 1_000), later(fixture, 2_000), later(fixture, 3_000)];
    const ids = await createCodes(client, [{ status: "SCHEDULED", start_at: start, ends_at: end }, { status: "DRAFT", ends_at: end }, {}]);
    const [one = "", two = "", three = ""] = ids;
    expect(await dueTimes(ids)).toEqual([start, null, null]);
    await save(one, { status: "ACTIVE" });
    await save(two, { status: "ACTIVE" });
    await save(three, { ends_at: other });
    expect(await dueTimes(ids)).toEqual([end, end, other]);
    await save(one, { start_at: null, ends_at: other });
    await save(two, { ends_at: null });
    await save(three, { title: "Another" });
    expect(await dueTimes(ids)).toEqual([other, null, other]);
    await client.data(
      `mutation ($input: BulkUpdateDiscountCodeStatusInput!) { bulk_update_discount_code_status(input: $input) { userErrors { code } } }`,
      { input: { ids: [one], status: "EXPIRED" } },
    );
    await client.data(`mutation ($id: UUID!) { delete_discount_code(input: { id: $id }) { userErrors { code } } }`, { id: three });
    expect(await dueTimes(ids)).toEqual([null, null, null]);
  });

  it("are found by an index scan among 200,000, over all workspaces and in one", async () => {
    const { workspaceId } = client;
    await seedCodes((text, values) => fixture.admin.query(text, values), { workspaceId, count: 1_000 });
    // Inserts one scheduled transition per second, with future times only. Every 200th transition belongs to a code of the client's
    // workspace.
    const fill = `
      SET LOCAL session_replication_role = replica;
      INSERT INTO scheduled_transitions
      SELECT coalesce(d.workspace_id, gen_random_uuid()), coalesce(d.row_id, gen_random_uuid()), '${fixture.clock.now().toISOString()}'::timestamptz + n * interval '1 second'
      FROM generate_series(1, 200000) n
      LEFT JOIN (SELECT *, row_number() OVER () AS place FROM discount_codes WHERE workspace_id = '${workspaceId}') d ON d.place * 200 = n;`;
    await fixture.admin.query(fill);
    await fixture.admin.query("ANALYZE scheduled_transitions, discount_codes");
    const now = new Date(later(fixture, 1_000_000));
    const planOf = async (tx: Db, statement: Statement) =>
      (await tx.sql<{ "QUERY PLAN": string }>(sql`EXPLAIN ${statement}`)).map((row) => row["QUERY PLAN"]).join("\n");
    const plans: string[] = [];
    await within(async (tx) => {
      plans.push(await planOf(tx, dueWorkspaces(now)));
      const explained = async (statement: Statement) => {
        plans.push(await planOf(tx, statement));
        return [];
      };
      await claimDueCodes({ sql: explained, workspaceId: tx.workspaceId, now }, 100);
    });
    expect(plans).toEqual([
      expect.stringMatching(/Index (Only )?Scan (using|on) scheduled_transitions_due_at_idx/),
      expect.stringMatching(/Index (Only )?Scan (using|on) scheduled_transitions_workspace_id_due_at_idx/),
    ]);
  });
});
