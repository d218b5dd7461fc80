import { randomInt } from "node:crypto";
import { Signal } from "@offergraph/service/messaging/wait";
import { grantRequested } from "@offergraph/shared/contracts/events/incentives";
import { parseEvent } from "@offergraph/shared/contracts/parse-event";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { assignCodes } from "../../consumers/assign-codes.js";
import { createCode, getCode } from "../../testing/codes.js";
import type { Client } from "../../testing/fixture.js";
import { requestOf } from "../../testing/grants.js";
import { type EmittedEvent, type GrantsFixture, requested, startGrantsFixture } from "../../testing/grants-fixture.js";

let fixture: GrantsFixture;
let client: Client;
beforeAll(async () => {
  fixture = await startGrantsFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const many = (count: number) => Array.from({ length: count }, (_, index) => index);
const endOthers = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename <> user";

/** Kills both replicas' database sessions after each batch of answered grants. */
async function endSessions(times: number, grants: number): Promise<void> {
  const answered = async () =>
    (await fixture.admin.query("SELECT FROM grant_codes WHERE workspace_id = $1", [client.workspaceId])).rowCount ?? 0;
  for (let time = 0, known = 0; time < times; time += 1) {
    await vi.waitFor(async () => expect(await answered()).toBeGreaterThan(Math.min(known, grants - 1)), { ...polling, interval: 1 });
    await fixture.admin.query(endOthers);
    known = await answered();
  }
}

/** Checks that repeated requests for a grant got equal answers. Returns one answer per grant. */
function byGrant(emitted: readonly EmittedEvent[]): Map<string, EmittedEvent> {
  expect(new Set(emitted.map((one) => JSON.stringify(one))).size).toBe(new Set(emitted.map(({ grantId }) => grantId)).size);
  return new Map(emitted.map((one) => [one.grantId, one]));
}
const codesOf = (emitted: Iterable<EmittedEvent>) => [...emitted].flatMap(({ code }) => code ?? []);

/** Divides the requests among concurrent transactions of both replicas. In production, only one replica at a time runs the consumer. */
async function answerAtOnce(requests: readonly ReturnType<typeof requestOf>[]): Promise<void> {
  const { handleBatch, emits } = assignCodes(new Signal(), (below) => randomInt(below));
  const events = requests.flatMap((request) => parseEvent([grantRequested], requested(client, request)) ?? []);
  const few = 5;
  const batches = many(Math.ceil(events.length / few)).map((batch) => events.slice(batch * few, (batch + 1) * few));
  await Promise.all(
    batches.map((batch, index) =>
      fixture.replicas[index % 2]?.parts.database.transaction({ workspaceId: client.workspaceId, emits }, async (tx) =>
        handleBatch?.(tx, batch),
      ),
    ),
  );
  await fixture.emitEvent([]);
}

describe("many grants at once, over two replicas", () => {
  it("get one minted code each while database sessions of both replicas are killed", async () => {
    const before = await createCode(client, { aliased_codes: [{ code: "one" }] });
    const requests = many(500).map(() => requestOf(before.rowId, { prefix: "X" }));
    const events = requests.map((request) => requested(client, request));
    await Promise.all([fixture.emitEvent(events), endSessions(3, events.length)]);
    await fixture.emitEvent(
      events.filter((_, index) => index % 7 === 0),
      true,
    );
    await fixture.emitEvent(requests.filter((_, index) => index % 5 === 0).map((request) => requested(client, request)));
    const emitted = byGrant(await fixture.emitted(client));
    expect([...emitted.keys()].sort()).toEqual(requests.map(({ rowId }) => rowId).sort());
    expect(new Set(codesOf(emitted.values())).size).toBe(500);
    const { rows } = await fixture.admin.query("SELECT name FROM code_names WHERE workspace_id = $1 AND kind = 2", [client.workspaceId]);
    expect(rows.map(({ name }) => name).sort()).toEqual(codesOf(emitted.values()).sort());
    expect(await getCode(client, before.rowId)).toEqual(before);
  });

  it.each(["by events", "in transactions at once"])("take each of 100 aliases once, and 50 of 150 get none: %s", async (how) => {
    const aliases = many(100).map((number) => `pool-${number}`);
    const { rowId } = await createCode(client, { aliased_codes: aliases.map((code) => ({ code })) });
    const requests = many(150).map(() => requestOf(rowId, { delivery: "POOL" }));
    if (how === "by events") await fixture.emitEvent(requests.map((request) => requested(client, request)));
    else await answerAtOnce(requests);
    const emitted = [...byGrant(await fixture.emitted(client)).values()];
    expect(emitted).toHaveLength(150);
    expect(codesOf(emitted).sort()).toEqual(aliases.sort());
    expect(emitted.filter(({ reason }) => reason === "POOL_EMPTY")).toHaveLength(50);
  });

  it("get one code each although both replicas process each request at once", async () => {
    const { rowId } = await createCode(client, { aliased_codes: many(30).map((number) => ({ code: `pool-${number}` })) });
    const [minted, pooled] = [many(25).map(() => requestOf(rowId)), many(20).map(() => requestOf(rowId, { delivery: "POOL" }))];
    // Each replica processes nine batches of five requests.
    await answerAtOnce([...minted, ...pooled, ...minted, ...pooled]);
    const emitted = await fixture.emitted(client);
    expect(emitted).toHaveLength(90);
    expect(new Set(codesOf(byGrant(emitted).values())).size).toBe(45);
  });
});
