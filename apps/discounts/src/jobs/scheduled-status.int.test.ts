import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { statuses } from "../domain/ordinals.js";
import { addConnection, createCode, getCode } from "../testing/codes.js";
import { type Client, type Fixture, startFixture } from "../testing/fixture.js";
import { createCodes, eventsByCode, later, movesByCode, waitForTransitions } from "../testing/timed.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  await fixture.startReplica();
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const save = (id: string, body: object) =>
  client.data(`mutation ($id: UUID!, $body: DiscountCodeBody!) { save_discount_code(id: $id, body: $body) { userErrors { code } } }`, {
    id,
    body,
  });

interface Times {
  start: number;
  end: number;
}

const random = (most: number) => Math.floor(Math.random() * most);

function randomTimes(): Times {
  const start = 1 + random(4_900);
  return { start, end: start + 1 + random(4_999 - start) };
}

const scheduled = (began: number, { start, end }: Times) => ({
  status: "SCHEDULED",
  start_at: new Date(began + start).toISOString(),
  ends_at: new Date(began + end).toISOString(),
});

function statusAt(passed: number, times: Times | undefined): string {
  if (!times) throw new Error("There is a code that the test did not plan.");
  const { start, end } = times;
  if (passed < start) return "SCHEDULED";
  return passed < end ? "ACTIVE" : "EXPIRED";
}

describe("two replicas", () => {
  it("apply the transitions of 1,000 codes of several workspaces within 5 s, each when due, once and with one event", async () => {
    const began = fixture.clock.now().getTime();
    const shares = [0, 1, 2, 3].map(() => Array.from({ length: 250 }, randomTimes));
    const made = await Promise.all(
      shares.map((share) =>
        createCodes(
          fixture.client(),
          share.map((times) => scheduled(began, times)),
        ),
      ),
    );
    const ids = made.flat();
    const times = new Map(shares.flat().map((one, index) => [ids[index] ?? "", one]));

    for (let passed = 0; passed < 5_000; ) {
      const step = Math.min(100 + random(500), 5_000 - passed);
      fixture.clock.advance(step);
      passed += step;
      await waitForTransitions(fixture);
      const { rows } = await fixture.admin.query("SELECT row_id AS id, status FROM discount_codes WHERE row_id = ANY($1)", [ids]);
      const found = new Map(rows.map(({ id, status }) => [id, statuses[status]]));
      expect(found).toEqual(new Map(ids.map((id) => [id, statusAt(passed, times.get(id))])));
    }
    const events = await eventsByCode(fixture);
    for (const id of ids) {
      const [, ...moves] = events.get(id) ?? [];
      expect(moves.map(({ data }) => data.status)).toEqual(["ACTIVE", "EXPIRED"]);
      for (const { actor, time, data } of moves)
        expect({ actor, ...data }).toMatchObject({ actor: null, changed: ["status", "updatedAt"], updatedAt: time });
    }
  });
});

describe("scheduled transitions", () => {
  it("are two changes with two events in order if start and end passed between polls", async () => {
    const { rowId } = await createCode(client, { status: "SCHEDULED", start_at: later(fixture, 1_000), ends_at: later(fixture, 2_000) });
    fixture.clock.advance(3_600_000);
    await waitForTransitions(fixture);
    expect((await movesByCode(fixture)).get(rowId)).toEqual(["ACTIVE", "EXPIRED"]);
    expect(await getCode(client, rowId)).toMatchObject({ status: "EXPIRED", updatedAt: fixture.clock.now().toISOString() });
  });

  it("ignore times that had passed when the status was written, even if unchanged", async () => {
    const past = { start_at: later(fixture, -2_000), ends_at: later(fixture, -1_000) };
    const [scheduled = "", active = "", again = "", moving = ""] = await createCodes(client, [
      { status: "SCHEDULED", ...past },
      { status: "ACTIVE", ends_at: past.ends_at },
      { status: "SCHEDULED", start_at: later(fixture, 1_000) },
      { status: "SCHEDULED", start_at: later(fixture, 5_000) },
    ]);
    // The second status write sets a start that is already in the past.
    fixture.clock.advance(500);
    await save(again, { status: "SCHEDULED", start_at: later(fixture, -200) });
    fixture.clock.advance(4_500);
    await waitForTransitions(fixture);
    const moves = await movesByCode(fixture);
    expect([scheduled, active, again, moving].map((id) => moves.get(id))).toEqual([[], [], [], ["ACTIVE"]]);
  });

  it("apply at once to a time that is patched to after the status write", async () => {
    const [started = "", ended = "", prolonged = ""] = await createCodes(client, [
      { status: "SCHEDULED" },
      { status: "ACTIVE", ends_at: later(fixture, 60_000) },
      { status: "ACTIVE", ends_at: later(fixture, 2_000) },
    ]);
    fixture.clock.advance(1_000);
    await save(started, { start_at: later(fixture, -500) });
    await save(ended, { ends_at: later(fixture, -500) });
    await save(prolonged, { ends_at: later(fixture, 60_000) });
    fixture.clock.advance(2_000);
    await waitForTransitions(fixture);
    const moves = await movesByCode(fixture);
    // A save with a start in the past makes the code ACTIVE immediately, without a scheduled transition.
    expect([started, ended, prolonged].map((id) => moves.get(id))).toEqual([[], ["EXPIRED"], []]);
    expect(await getCode(client, started)).toMatchObject({ status: "ACTIVE" });
  });

  it("set pushed placements to PENDING and keep NOT_PUSHED", async () => {
    const [store, manual] = [await addConnection(fixture, client, "http"), await addConnection(fixture, client)];
    const placements = [{ connectionId: store }, { connectionId: manual }];
    const { rowId } = await createCode(client, { ends_at: later(fixture, 1_000), placements });
    await fixture.admin.query("UPDATE placements SET sync_status = 1 WHERE connection_id = $1", [store]);
    fixture.clock.advance(1_000);
    await waitForTransitions(fixture);
    const placed = (await getCode(client, rowId))?.placements as { connectionId: string; syncStatus: string }[];
    expect(new Map(placed.map(({ connectionId, syncStatus }) => [connectionId, syncStatus]))).toEqual(
      new Map([
        [store, "PENDING"],
        [manual, "NOT_PUSHED"],
      ]),
    );
  });

  it("continue after the database was unavailable", async () => {
    const { rowId } = await createCode(client, { ends_at: later(fixture, 1_000) });
    const name = new URL(fixture.connectionString).pathname.slice(1);
    await fixture.admin.query(`ALTER DATABASE "${name}" CONNECTION LIMIT 0`);
    await fixture.admin.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename <> user",
    );
    fixture.clock.advance(1_000);
    await fixture.admin.query(`ALTER DATABASE "${name}" CONNECTION LIMIT -1`);
    await waitForTransitions(fixture);
    expect((await movesByCode(fixture)).get(rowId)).toEqual(["EXPIRED"]);
  });

  it("fail only in the workspace with an error, and continue after it is fixed", async () => {
    const wrong = await createCode(client, { ends_at: later(fixture, 1_000) });
    const right = await createCode(fixture.client(), { ends_at: later(fixture, 2_000) });
    await fixture.admin.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON discount_codes FOR EACH ROW WHEN (OLD.row_id = '${wrong.rowId}') EXECUTE FUNCTION refuse()`);
    fixture.clock.advance(2_000);
    await vi.waitFor(async () => expect((await movesByCode(fixture)).get(right.rowId)).toEqual(["EXPIRED"]), polling);
    expect((await movesByCode(fixture)).get(wrong.rowId)).toEqual([]);
    await fixture.admin.query("DROP TRIGGER refuse ON discount_codes; DROP FUNCTION refuse");
    await waitForTransitions(fixture);
    expect((await movesByCode(fixture)).get(wrong.rowId)).toEqual(["EXPIRED"]);
  });
});
