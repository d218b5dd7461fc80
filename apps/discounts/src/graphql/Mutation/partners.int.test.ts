import { discountCodeUpdated, partnerDeleted, postDeleted, postUpdated } from "@offergraph/shared/contracts/events/discounts";
import { Violations } from "@offergraph/shared/errors/user-error";
import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { backfillPartnerTimes } from "../../db/partner-backfill.js";
import { deletePartner } from "../../services/partners/partners.js";
import { createCode, getCode, pathsOf } from "../../testing/codes.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { createPartner, recorded, run } from "../../testing/partners.js";
import { seedCodes } from "../../testing/seed-codes.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const failures = async (...[operation, input]: [Parameters<typeof run>[1], object]) =>
  pathsOf((await run(client, operation, input)).userErrors);
const get = async (partnerId: unknown, asker = client) =>
  (
    await asker.data<{ get_partner: object | null }>(
      "query ($id: PartnerRef!) { get_partner(partnerId: $id) { rowId name handle updatedAt } }",
      { id: partnerId },
    )
  ).get_partner;

describe("create_partner", () => {
  it("creates a partner once per Idempotency-Key, with an event", async () => {
    const input = { name: " Ann Lee ", handle: "@Ann.Lee" };
    const { partner } = await run(client, "create_partner", input, "one");
    const at = fixture.clock.now().toISOString();
    expect(partner).toMatchObject({ workspaceId: client.workspaceId, createdAt: at, updatedAt: at, name: "Ann Lee", handle: "Ann.Lee" });
    expect((await run(client, "create_partner", input, "one")).partner).toEqual(partner);
    const { workspaceId, ...record } = partner as Record<string, unknown>;
    expect(await client.events()).toEqual([{ what: "partner.added", recordId: record.rowId, data: record }]);
    for (const ref of ["Ann Lee", "@ANN.lee", record.rowId, { name: "Ann Lee" }])
      expect(await get(ref)).toMatchObject({ rowId: record.rowId });
  });

  it("reports all errors at once and writes nothing", async () => {
    await createPartner(client, "Ann", "ann");
    expect(await failures("create_partner", { name: " @x", handle: "not a handle" })).toEqual([
      "input.handle INVALID",
      "input.name INVALID",
    ]);
    expect(await failures("create_partner", { name: " ", handle: "@ANN" })).toEqual(["input.handle TAKEN", "input.name INVALID"]);
    expect(await failures("create_partner", { name: "x".repeat(256), handle: "x".repeat(65) })).toEqual([
      "input.handle INVALID",
      "input.name TOO_LONG",
    ]);
    expect(await client.events()).toHaveLength(1);
    expect((await run(fixture.client(), "create_partner", { name: "Ann", handle: "ann" })).userErrors).toEqual([]);
  });

  it("of two with one handle at the same time, one succeeds", async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => run(client, "create_partner", { name: `Ann ${n}`, handle: n % 2 ? "ann" : "ANN" })),
    );
    expect(answers.flatMap(({ userErrors }) => pathsOf(userErrors))).toEqual(Array.from({ length: 3 }, () => "input.handle TAKEN"));
  });
});

describe("the backfill of createdAt", () => {
  it("reads the time of creation from the ids, in batches, and keeps other ids' times", async () => {
    const times = new Map<string, string>();
    for (const name of ["Ann", "Bea", "Cid"]) {
      const { rowId } = await createPartner(client, name);
      times.set(rowId, new Date(Number.parseInt(rowId.replaceAll("-", "").slice(0, 12), 16)).toISOString());
    }
    const later = "2099-01-01T00:00:00.000Z";
    const other = "ffffffff-0000-4000-8000-000000000000";
    await fixture.admin.query("UPDATE partners SET created_at = $2 WHERE workspace_id = $1", [client.workspaceId, later]);
    const copy = "INSERT INTO partners (row_id, workspace_id, name, created_at) VALUES ($2, $1, 'Dan', $3)";
    await fixture.admin.query(copy, [client.workspaceId, other, later]);
    const { database } = fixture.running.parts;
    const runBatch = (after: string) =>
      database.transaction({ workspaceId: client.workspaceId, emits: [] }, (tx) => backfillPartnerTimes(tx, after, 3));
    const after = await runBatch("00000000-0000-0000-0000-000000000000");
    expect(after).toBe([...times.keys()].sort()[2]);
    expect(await runBatch(after ?? "")).toBeNull();
    const text = "SELECT row_id AS id, created_at AS at FROM partners WHERE workspace_id = $1";
    const { rows } = await fixture.admin.query<{ id: string; at: Date }>(text, [client.workspaceId]);
    expect(new Map(rows.map(({ id, at }) => [id, at.toISOString()]))).toEqual(times.set(other, later));
  });
});

describe("update_partner", () => {
  it("changes what is given, with an event, and repeats without one", async () => {
    const { rowId } = await createPartner(client, "Ann", "ann");
    fixture.clock.advance(1_000);
    const { partner } = await run(client, "update_partner", { partnerId: "@ANN", name: "Bea", handle: "Ann" });
    expect(partner).toMatchObject({ rowId, name: "Bea", handle: "Ann", updatedAt: fixture.clock.now().toISOString() });
    expect((await run(client, "update_partner", { partnerId: rowId, name: "Bea" })).partner).toEqual(partner);
    expect((await run(client, "update_partner", { partnerId: "Bea", handle: null })).partner).toMatchObject({ name: "Bea", handle: null });
    expect((await recorded(client, /partner.updated/)).map(({ data }) => [data.name, data.handle, data.changed])).toEqual([
      ["Bea", "Ann", ["name", "handle", "updatedAt"]],
      ["Bea", null, ["handle", "updatedAt"]],
    ]);
  });

  it("reports all errors at once, and another workspace's partner as unknown", async () => {
    await createPartner(client, "Ann", "ann");
    const bea = await createPartner(client, "Bea");
    const theirs = await createPartner(fixture.client(), "Ann", "ann");
    const before = await client.events();
    expect(await failures("update_partner", { partnerId: bea.rowId, name: null, handle: "ANN" })).toEqual([
      "input.handle TAKEN",
      "input.name REQUIRED",
    ]);
    for (const partnerId of [theirs.rowId, newId(), "@nobody"])
      expect(await failures("update_partner", { partnerId, name: "@", handle: "ann" })).toEqual([
        "input.handle TAKEN",
        "input.name INVALID",
        "input.partnerId NOT_FOUND",
      ]);
    await createPartner(client, "Bea");
    expect(await failures("update_partner", { partnerId: "Bea", name: "Other" })).toEqual(["input.partnerId AMBIGUOUS_REF"]);
    expect((await client.events()).slice(before.length)).toMatchObject([{ what: "partner.added" }]);
    expect(await get(bea.rowId)).toMatchObject({ name: "Bea", handle: null });
  });
});

describe("assign_discount_codes_to_partner", () => {
  it("assigns codes by id, code or alias, and removes them, with one event per changed code", async () => {
    const { rowId: partnerId } = await createPartner(client, "Ann", "ann");
    const [one, two] = [await createCode(client, { code: "ONE" }), await createCode(client, { aliased_codes: [{ code: "Zwei" }] })];
    fixture.clock.advance(1_000);
    const discountCodeIds = [{ name: "zwei" }, one.rowId.toUpperCase(), "one"];
    const answer = await run(client, "assign_discount_codes_to_partner", { partnerId: "@Ann", discountCodeIds }, "key");
    const updatedAt = fixture.clock.now().toISOString();
    expect(answer.discountCodes).toEqual([two, one].map(({ rowId }) => ({ rowId, partnerId, updatedAt })));
    expect(await run(client, "assign_discount_codes_to_partner", { partnerId: "@Ann", discountCodeIds }, "key")).toEqual(answer);
    expect((await run(client, "assign_discount_codes_to_partner", { partnerId: "Ann", discountCodeIds })).discountCodes).toEqual([]);
    await run(client, "assign_discount_codes_to_partner", { partnerId: null, discountCodeIds: ["ONE"] });
    expect(await getCode(client, one.rowId)).toMatchObject({ partnerId: null, partner: null });
    expect(await getCode(client, two.rowId)).toMatchObject({ partnerId, partner: { name: "Ann" } });
    expect((await recorded(client, /discount_code.updated/)).map(({ data }) => [data.rowId, data.partnerId, data.changed])).toEqual([
      [two.rowId, partnerId, ["partnerId", "updatedAt"]],
      [one.rowId, partnerId, ["partnerId", "updatedAt"]],
      [one.rowId, null, ["partnerId", "updatedAt"]],
    ]);
  });

  it("changes none if something is unknown or of another workspace, and takes 1 to 1000 codes", async () => {
    const stranger = fixture.client();
    const [theirPartner, theirCode] = [await createPartner(stranger, "Their"), await createCode(stranger, { code: "THEIRS" })];
    const mine = await createCode(client, { code: "MINE" });
    const discountCodeIds = ["MINE", theirCode.rowId, "THEIRS", newId()];
    const unknown = [1, 2, 3].map((position) => `input.discountCodeIds.${position} NOT_FOUND`);
    for (const partnerId of [theirPartner.rowId, "Their", newId()])
      expect(await failures("assign_discount_codes_to_partner", { partnerId, discountCodeIds })).toEqual([
        ...unknown,
        "input.partnerId NOT_FOUND",
      ]);
    expect(await failures("assign_discount_codes_to_partner", { discountCodeIds })).toEqual([...unknown, "input.partnerId REQUIRED"]);
    expect(await failures("assign_discount_codes_to_partner", { partnerId: "@no", discountCodeIds: [] })).toEqual([
      "input.discountCodeIds TOO_SHORT",
      "input.partnerId NOT_FOUND",
    ]);
    const many = Array.from({ length: 1001 }, () => mine.rowId);
    expect(await failures("assign_discount_codes_to_partner", { partnerId: null, discountCodeIds: many })).toEqual([
      "input.discountCodeIds LIMIT_EXCEEDED",
    ]);
    expect((await run(client, "assign_discount_codes_to_partner", { partnerId: null, discountCodeIds: many.slice(1) })).userErrors).toEqual(
      [],
    );
    expect(await getCode(client, mine.rowId)).toEqual(mine);
    expect(await client.events()).toHaveLength(1);
  });
});

describe("delete_partner", () => {
  it("deletes a partner once per Idempotency-Key; its codes lose it, with an event each", async () => {
    const { rowId: partnerId } = await createPartner(client, "Ann", "Ann");
    const codes = [await createCode(client), await createCode(client), await createCode(client)];
    const [one, two, other] = codes.map(({ rowId }) => rowId);
    await run(client, "assign_discount_codes_to_partner", { partnerId, discountCodeIds: [one, two] });
    const before = (await client.events()).length;
    fixture.clock.advance(1_000);
    const answer = await run(client, "delete_partner", { partnerId: "@ann" }, "key");
    expect(answer).toEqual({ deletedId: partnerId, changedCodeCount: 2, userErrors: [] });
    expect(await run(client, "delete_partner", { partnerId: "@ann" }, "key")).toEqual(answer);
    expect(await failures("delete_partner", { partnerId })).toEqual(["input.partnerId NOT_FOUND"]);
    expect(await get(partnerId)).toBeNull();
    for (const id of [one, two])
      expect(await getCode(client, id ?? "")).toMatchObject({ partnerId: null, updatedAt: fixture.clock.now().toISOString() });
    expect(await getCode(client, other ?? "")).toEqual(codes[2]);
    const events = (await client.events()).slice(before);
    expect(events.map(({ what, recordId, data }) => [what, recordId, data.changed])).toEqual([
      ...[one, two].sort().map((id) => ["discount_code.updated", id, ["partnerId", "updatedAt"]]),
      ["partner.deleted", partnerId, undefined],
    ]);
    expect(events.at(-1)?.data).toEqual({ rowId: partnerId, name: "Ann", handle: "Ann" });
    expect(await createPartner(client, "Ann", "ann")).toMatchObject({ handle: "ann" });
  });

  it("describes how to remove codes or posts if the partner has too many for one transaction, and changes nothing", async () => {
    const partner = await createPartner(client, "Ann");
    const codes = [await createCode(client), await createCode(client), await createCode(client)];
    const discountCodeIds = codes.map(({ rowId }) => rowId);
    await run(client, "assign_discount_codes_to_partner", { partnerId: partner.rowId, discountCodeIds });
    const emits = [partnerDeleted, discountCodeUpdated, postDeleted, postUpdated];
    const removeWith = (max: number) =>
      fixture.running.parts.database.transaction({ workspaceId: client.workspaceId, emits }, (tx) => {
        const errors = new Violations();
        const check = () => {
          if (errors.any) throw new Error(JSON.stringify(errors.list));
        };
        const row = { ...partner, workspaceId: client.workspaceId, createdAt: partner.updatedAt };
        return deletePartner(Object.assign(tx, { errors, check, warn: () => undefined }), row, ["input", "partnerId"], {
          codes: max,
          posts: max,
        });
      });
    const assigned = await client.events();
    const steps =
      /more than 2 discount codes.*list_discount_codes with the filter partnerId.*up to 1000 codes.*assign_discount_codes_to_partner.*LIMIT_EXCEEDED/;
    await expect(removeWith(2)).rejects.toThrow(steps);
    expect(await client.events()).toEqual(assigned);
    const post = { partnerId: partner.rowId, url: "https://video.example/1", channel: "video", publishedAt: "2026-05-01T00:00:00Z" };
    for (let number = 1; number <= 4; number += 1) await run(client, "create_post", post);
    const before = await client.events();
    await expect(removeWith(3)).rejects.toThrow(/more than 3 posts.*list_posts with the filter partnerId.*delete_post.*LIMIT_EXCEEDED/);
    expect(await client.events()).toEqual(before);
    expect(await get(partner.rowId)).not.toBeNull();
    expect(await removeWith(4)).toBe(3);
    expect(await get(partner.rowId)).toBeNull();
  });

  it("removes a partner from 1,000 codes in one transaction, but not from 1,001", async () => {
    const { rowId: partnerId } = await createPartner(client, "Ann");
    const { workspaceId } = client;
    const { admin } = fixture;
    await seedCodes((text, values) => admin.query(text, values), { workspaceId, count: 1_001 });
    await admin.query("UPDATE discount_codes SET partner_id = $2 WHERE workspace_id = $1", [workspaceId, partnerId]);
    const before = (await client.events()).length;
    expect(await failures("delete_partner", { partnerId })).toEqual(["input.partnerId LIMIT_EXCEEDED"]);
    expect(await client.events()).toHaveLength(before);
    await run(client, "assign_discount_codes_to_partner", { partnerId: null, discountCodeIds: ["SEED-000001"] });
    expect(await run(client, "delete_partner", { partnerId })).toMatchObject({ changedCodeCount: 1_000, userErrors: [] });
    const { rows } = await admin.query("SELECT FROM discount_codes WHERE workspace_id = $1 AND partner_id IS NOT NULL", [workspaceId]);
    expect(rows).toEqual([]);
    const events = (await client.events()).slice(before + 1).map(({ what }) => what);
    expect(events).toEqual([...Array(1_000).fill("discount_code.updated"), "partner.deleted"]);
  });

  it("does not delete another workspace's partner", async () => {
    const stranger = fixture.client();
    const theirs = await createPartner(stranger, "Ann", "ann");
    for (const partnerId of [theirs.rowId, "@ann", newId()])
      expect(await failures("delete_partner", { partnerId })).toEqual(["input.partnerId NOT_FOUND"]);
    expect(await get(theirs.rowId, stranger)).toMatchObject({ name: "Ann" });
    expect(await client.events()).toEqual([]);
  });

  it("and assignments at the same time leave no code with a deleted partner", async () => {
    const codes = await Promise.all(Array.from({ length: 6 }, () => createCode(client)));
    for (let round = 0; round < 4; round += 1) {
      const { rowId: partnerId } = await createPartner(client, `Ann ${round}`);
      const assign = codes.map(({ rowId }) => run(client, "assign_discount_codes_to_partner", { partnerId, discountCodeIds: [rowId] }));
      const answers = await Promise.all([...assign, run(client, "delete_partner", { partnerId })]);
      for (const { userErrors } of answers) expect(["", "input.partnerId NOT_FOUND"]).toContain(pathsOf(userErrors).join());
      for (const { rowId } of codes) expect(await getCode(client, rowId)).toMatchObject({ partnerId: null });
    }
  });
});
