import { newId } from "@offergraph/shared/time/ids";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { lockGrant } from "../../db/grants.js";
import { customerKey, lockForGrants } from "../../db/locks.js";
import { type Client, type Fixture, pathsOf, startFixture, type UserError } from "../../testing/fixture.js";
import { addGrant, createGranting, decide } from "../../testing/grants.js";
import type { Incentive } from "../../testing/incentives.js";

let fixture: Fixture;
let client: Client;
let incentive: Incentive;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  incentive = await createGranting(client);
});

interface Result {
  grantId: string;
  isDecided: boolean;
  grant: { state: string } | null;
  reason: string | null;
  message: string | null;
}
const types = { release: "BulkReleaseIncentiveGrantsInput", decline: "BulkDeclineIncentiveGrantsInput" };
type Operation = keyof typeof types;
async function decideAll(operation: Operation, grantIds: readonly string[], { key, by = client }: { key?: string; by?: Client } = {}) {
  const mutation = `mutation ($input: ${types[operation]}!) { answer: bulk_${operation}_incentive_grants(input: $input) {
    results { grantId isDecided grant { state } reason message } userErrors { field code message } } }`;
  const { answer } = await by.data<{ answer: { results: Result[] | null; userErrors: UserError[] } }>(
    mutation,
    { input: { ids: grantIds } },
    key,
  );
  return answer;
}
const eventNames = async () => (await client.events()).slice(1).map(({ what, recordId }) => `${what} ${recordId}`);

describe.each([
  ["release", "decline", "ISSUED", 250],
  ["decline", "release", "DECLINED", 1_000],
] as const)("bulk_%s_incentive_grants", (operation, opposite, state, max) => {
  it("decides each grant in input order, with a reason for grants that cannot be decided", async () => {
    const [held, other] = [await addGrant(fixture, client, incentive), await addGrant(fixture, client, incentive)];
    const [repeated, decided] = [await addGrant(fixture, client, incentive), await addGrant(fixture, client, incentive)];
    const failed = await addGrant(fixture, client, incentive, "FAILED");
    const stranger = fixture.client();
    const [unknown, foreign] = [newId(), await addGrant(fixture, stranger, await createGranting(stranger))];
    await decide(client, operation, repeated);
    await decide(client, opposite, decided);
    const before = await eventNames();
    const ids = [held, repeated, decided, failed, unknown, foreign, other.toUpperCase(), held];
    const { results, userErrors } = await decideAll(operation, ids);
    expect(userErrors).toEqual([]);
    const reasons = results?.map(({ grantId, isDecided, reason, grant }) => [grantId, isDecided, reason, grant?.state]);
    expect(reasons).toEqual([
      [held, true, null, state],
      [repeated, true, null, state],
      [decided, false, "ALREADY_DECIDED", operation === "release" ? "DECLINED" : "ISSUED"],
      [failed, false, "INVALID_TRANSITION", "FAILED"],
      [unknown, false, "NOT_FOUND", undefined],
      [foreign, false, "NOT_FOUND", undefined],
      [other, true, null, state],
    ]);
    expect(results?.map(({ message }) => message !== null)).toEqual([false, false, true, true, true, true, false]);
    const emitted = (await eventNames()).slice(before.length);
    const perGrant = (id: string) => (operation === "release" ? [`grant.released ${id}`, `grant.issued ${id}`] : [`grant.declined ${id}`]);
    expect(emitted).toEqual([...perGrant(held), ...perGrant(other)]);
  });

  it("changes nothing in another workspace", async () => {
    const id = await addGrant(fixture, client, incentive);
    const stranger = fixture.client();
    expect((await decideAll(operation, [id], { by: stranger })).results).toMatchObject([
      { isDecided: false, reason: "NOT_FOUND", grant: null },
    ]);
    expect(await stranger.events()).toEqual([]);
    expect((await fixture.admin.query("SELECT state FROM grants WHERE row_id = $1", [id])).rows).toEqual([{ state: 1 }]);
  });

  it("returns the same result if repeated with its Idempotency-Key", async () => {
    const id = await addGrant(fixture, client, incentive);
    const first = await decideAll(operation, [id], { key: "key" });
    expect(await decideAll(operation, [id], { key: "key" })).toEqual(first);
    expect(await eventNames()).toHaveLength(operation === "release" ? 2 : 1);
  });

  it(`takes 1 to ${max} ids`, async () => {
    expect(pathsOf((await decideAll(operation, [])).userErrors)).toEqual(["input.ids TOO_SHORT"]);
    expect(pathsOf((await decideAll(operation, Array.from({ length: max + 1 }, newId))).userErrors)).toEqual(["input.ids LIMIT_EXCEEDED"]);
    const ids: string[] = [];
    for (let index = 0; index < max; index += 1) ids.push(await addGrant(fixture, client, incentive));
    const { results } = await decideAll(operation, ids);
    expect(results?.filter(({ isDecided, grant }) => isDecided && grant?.state === state)).toHaveLength(max);
  });
});

describe("bulk releases", () => {
  const deadlocks = async () =>
    (await fixture.admin.query<{ count: string }>("SELECT deadlocks AS count FROM pg_stat_database WHERE datname = current_database()"))
      .rows[0]?.count;

  it("lock customers and responses before grants, like outcomes and orders", async () => {
    const customerId = newId();
    const id = await addGrant(fixture, client, incentive, "HELD", { customer_id: customerId });
    const { database } = fixture.running.parts;
    const release = await database.transaction({ workspaceId: client.workspaceId, emits: [] }, async (tx) => {
      await lockForGrants(tx, customerKey(customerId));
      const answer = decideAll("release", [id]);
      const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      await expect.poll(async () => (await fixture.admin.query(waiting)).rowCount, polling).toBe(1);
      await lockGrant(tx, id);
      return { answer };
    });
    expect((await release.answer).results).toMatchObject([{ isDecided: true, grant: { state: "ISSUED" } }]);
  });

  it("do not deadlock if they overlap, in any order of ids", async () => {
    const before = await deadlocks();
    const customers = Array.from({ length: 5 }, newId);
    for (let round = 0; round < 4; round += 1) {
      const ids: string[] = [];
      for (let index = 0; index < 40; index += 1)
        ids.push(await addGrant(fixture, client, incentive, "HELD", { customer_id: customers[index % 5] }));
      const rotated = [...ids.slice(20), ...ids.slice(0, 20)];
      const answers = await Promise.all([ids, [...ids].reverse(), rotated, ids.slice(10, 30)].map((some) => decideAll("release", some)));
      for (const { results } of answers)
        expect(results?.every(({ isDecided, grant }) => isDecided && grant?.state === "ISSUED")).toBe(true);
    }
    expect(await deadlocks()).toBe(before);
    expect((await eventNames()).filter((name) => name.startsWith("grant.issued"))).toHaveLength(160);
  });
});

describe("concurrent opposite bulk decisions", () => {
  it("decide each grant once", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 30; index += 1) ids.push(await addGrant(fixture, client, incentive));
    const [released, declined] = await Promise.all([decideAll("release", ids), decideAll("decline", [...ids].reverse())]);
    const made = [...(released.results ?? []), ...(declined.results ?? [])].filter(({ isDecided }) => isDecided);
    expect(new Set(made.map(({ grantId }) => grantId)).size).toBe(30);
    expect(made).toHaveLength(30);
  });
});
