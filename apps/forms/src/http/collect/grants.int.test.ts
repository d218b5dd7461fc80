import {
  grantCapped,
  grantDeclined,
  grantExpired,
  grantFailed,
  grantHeld,
  grantIssued,
  grantPending,
  grantRedeemed,
  incentiveDeleted,
} from "@offergraph/shared/contracts/events/incentives";
import { newId } from "@offergraph/shared/time/ids";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { openForm, storedResponse, type Visitors, visitors, wordsOf } from "../../testing/collect.js";
import type { Client } from "../../testing/fixture.js";
import { type Grant, grantOf, type IncentivesFixture, incentivesOf, ruleOf, startIncentivesFixture } from "../../testing/incentives.js";

// Value of REWARD_WAIT_MS. `quickly` checks that a request takes less than half of REWARD_WAIT_MS.
const waitMs = 10_000;
let fixture: IncentivesFixture;
let replicas: [Visitors, Visitors];
beforeAll(async () => {
  fixture = await startIncentivesFixture(inject("adminUrl"), { REWARD_WAIT_MS: String(waitMs) });
  replicas = [visitors(fixture), visitors(fixture, (await fixture.startReplica()).url)];
});
afterAll(() => fixture.stop());

async function begun(client: Client, incentive: Parameters<ReturnType<typeof incentivesOf>["promises"]>[0] = {}, body: object = {}) {
  const { form, placement } = await openForm(client);
  await incentivesOf(fixture, client).promises({ formId: form.rowId, ...incentive });
  const { said } = await replicas[0].start(placement, { answers: { why: "x" }, ...body });
  return { form, placement, id: said.id as string };
}

/** `answered` is a promise of the response; `isThere` becomes true when the response arrives. */
function waiting<Answer>(answer: Promise<Answer>) {
  const state = { isThere: false };
  const answered = answer.then((said) => {
    state.isThere = true;
    return said;
  });
  return Object.assign(state, { answered });
}

const hasOutcome = (id: string) =>
  vi.waitFor(async () => expect((await storedResponse(fixture, id))?.completed_at).not.toBeNull(), polling);
async function quickly<Answer>(effect: () => Promise<Answer>): Promise<Answer> {
  const start = performance.now();
  const answer = await effect();
  expect(performance.now() - start).toBeLessThan(waitMs / 2);
  return answer;
}
const later = (grant: Grant, changes: Partial<Grant>): Grant => ({
  ...grant,
  updatedAt: new Date(Date.parse(grant.updatedAt) + 1).toISOString(),
  ...changes,
});

describe("a PATCH with an outcome", () => {
  it.each([0, 1] as const)("waits until all grants are issued, whichever replica receives the event (%i)", async (replica) => {
    const client = fixture.client();
    const incentives = incentivesOf(fixture, client);
    const { placement, id } = await begun(client);
    const change = waiting(replicas[replica].change(placement, id, { outcome: "COMPLETE" }));
    await hasOutcome(id);
    const [code, credit] = [
      grantOf(id),
      grantOf(id, {
        kindSlug: "billing_credit",
        state: "ISSUED",
        amountMinor: "750",
        currency: "eur",
        expiresAt: "2026-07-01T00:00:00.000Z",
      }),
    ];
    await incentives.handled(id, [code, credit]);
    expect(change.isThere).toBe(false);
    await incentives.grant(grantIssued, later(code, { state: "ISSUED", code: "THANKS-7QX", issuedAt: code.updatedAt }));
    const grants = [
      { kind: "discount", state: "ISSUED", code: "THANKS-7QX" },
      { kind: "billing_credit", state: "ISSUED", label: "7.50 EUR", expiresAt: "2026-07-01T00:00:00.000Z" },
    ];
    expect(await quickly(() => change.answered)).toMatchObject({ status: 200, said: { id, status: "COMPLETE", userErrors: [] } });
    expect((await change.answered).said.grants).toEqual(grants);
    expect((await replicas[1 - replica]?.read(placement, id))?.said.grants).toEqual(grants);
    expect((await quickly(() => replicas[0].change(placement, id, { outcome: "COMPLETE" }))).said.grants).toEqual(grants);
  });

  it("stops waiting if the outcome has no grants, even with grants for the abandonment", async () => {
    const client = fixture.client();
    const incentives = incentivesOf(fixture, client);
    const { placement, id } = await begun(client);
    const other = (await replicas[0].start(placement, { answers: { why: "x" } })).said.id;
    const changes = [id, other].map((one) => waiting(replicas[0].change(placement, one, { outcome: "COMPLETE" })));
    for (const one of [id, other]) await hasOutcome(one);
    await incentives.handled(id, [], "INCOMPLETE");
    await incentives.handled(other);
    await quickly(async () => changes[1]?.answered);
    expect(changes[0]?.isThere).toBe(false);
    await incentives.handled(id);
    expect((await quickly(async () => changes[0]?.answered))?.said.grants).toEqual([]);
  });

  it("does not wait if no active incentive has a rule for the outcome", async () => {
    const client = fixture.client();
    const cases = [
      { formId: newId() },
      { status: "PAUSED" as const },
      { rules: [ruleOf({ outcome: "SKIPPED" }), ruleOf({ outcome: "INCOMPLETE" })] },
      { rules: [] },
    ];
    for (const incentive of cases) {
      const { placement, id } = await begun(client, incentive);
      expect((await quickly(() => replicas[0].change(placement, id, { outcome: "COMPLETE" }))).said.grants).toEqual([]);
    }
    const { placement, id, form } = await begun(client);
    const gone = await incentivesOf(fixture, client).promises({ formId: form.rowId });
    const other = await incentivesOf(fixture, client).promises({ formId: form.rowId, status: "ARCHIVED" });
    const [kept] = (
      await fixture.admin.query("SELECT row_id FROM incentive_references WHERE form_id = $1 AND is_active AND row_id <> $2", [
        form.rowId,
        gone.rowId,
      ])
    ).rows;
    for (const rowId of [gone.rowId, kept.row_id, other.rowId])
      await fixture.emitEvent(incentiveDeleted, client.workspaceId, rowId, { rowId, name: "Gone", formId: form.rowId });
    await incentivesOf(fixture, client).promises({ ...gone, updatedAt: "2026-06-01T11:00:01.000Z" });
    await quickly(() => replicas[0].change(placement, id, { outcome: "COMPLETE" }));
  });

  it("does not wait without an outcome, nor long after it", async () => {
    const client = fixture.client();
    const { placement, id } = await begun(client);
    await quickly(() => replicas[0].change(placement, id, { answers: { more: "x" } }));
    const change = replicas[0].change(placement, id, { outcome: "COMPLETE" });
    await hasOutcome(id);
    fixture.clock.advance(waitMs);
    expect((await quickly(() => replicas[1].change(placement, id, { outcome: "COMPLETE" }))).said.grants).toEqual([]);
    await incentivesOf(fixture, client).handled(id);
    await change;
  });

  it("does not block other changes of the response", async () => {
    const client = fixture.client();
    const { placement, id } = await begun(client);
    const change = waiting(replicas[0].change(placement, id, { outcome: "COMPLETE" }));
    await hasOutcome(id);
    expect(wordsOf(await quickly(() => replicas[0].change(placement, id, { customer: { ref: "ann" } })))).toBe("200");
    expect(wordsOf(await quickly(() => replicas[0].change(placement, id, { outcome: "SKIPPED" })))).toBe("422 outcome INVALID_TRANSITION");
    await incentivesOf(fixture, client).handled(id);
    await change.answered;
  });

  it("answers many concurrent requests", async () => {
    const client = fixture.client();
    const incentives = incentivesOf(fixture, client);
    const { form, placement } = await openForm(client);
    await incentives.promises({ formId: form.rowId });
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const by = replicas[index % 2] as Visitors;
        const { said } = await by.start(placement, { answers: { why: "x" } });
        const change = by.change(placement, said.id, { outcome: "COMPLETE" });
        await hasOutcome(said.id);
        await incentives.handled(said.id, [grantOf(said.id, { state: "ISSUED", code: `CODE-${index}` })]);
        return (await change).said.grants[0].code;
      }),
    );
    expect(answers).toEqual(answers.map((_, index) => `CODE-${index}`));
  });
});

describe("a grant in the collect API", () => {
  const credit = { kindSlug: "billing_credit", amountMinor: "500", currency: "eur", expiresAt: "2026-07-01T00:00:00.000Z" } as const;
  it.each([
    ["PENDING", grantPending, { state: "PENDING" }, { state: "PENDING", label: "5.00 EUR" }],
    ["HELD", grantHeld, { state: "HELD", trustScore: 0.1, failureReason: "honeypot_filled" }, { state: "HELD", label: "5.00 EUR" }],
    ["CAPPED", grantCapped, { state: "CAPPED" }, { state: "CAPPED" }],
    ["FAILED", grantFailed, { state: "FAILED", failureReason: "POOL_EMPTY" }, { state: "FAILED" }],
    ["DECLINED", grantDeclined, { state: "DECLINED" }, { state: "DECLINED" }],
    ["REDEEMED", grantRedeemed, { state: "REDEEMED", code: "USED" }, { state: "REDEEMED", label: "5.00 EUR" }],
    ["EXPIRED", grantExpired, { state: "EXPIRED", code: "OVER" }, { state: "EXPIRED", label: "5.00 EUR" }],
  ] as const)("has neither reasons nor scores nor unusable codes (%s)", async (_, definition, changes, seen) => {
    const client = fixture.client();
    const incentives = incentivesOf(fixture, client);
    const { placement, id } = await begun(client);
    const change = replicas[0].change(placement, id, { outcome: "COMPLETE" });
    await hasOutcome(id);
    const grant = grantOf(id, credit);
    await incentives.grant(definition as never, later(grant, changes));
    await incentives.handled(id, [grant]);
    const { statusUrl, ...said } = (await quickly(() => change)).said;
    expect(said).toEqual({ id, status: "COMPLETE", grants: [{ kind: "billing_credit", ...seen }], userErrors: [] });
    const isOpen = ["PENDING", "HELD", "ISSUING"].includes(seen.state);
    expect(statusUrl).toEqual(isOpen ? expect.stringMatching(/\/g\/[\w-]{64}$/) : undefined);
  });

  it("omits metadata without a public label", async () => {
    const client = fixture.client();
    const incentives = incentivesOf(fixture, client);
    const { placement, id } = await begun(client);
    const change = replicas[0].change(placement, id, { outcome: "COMPLETE" });
    await hasOutcome(id);
    const metadata = (publicLabel: string | null) =>
      grantOf(id, { kindSlug: "metadata", state: "ISSUED", publicLabel, fields: { secret: "for the shop alone" } });
    await incentives.handled(id, [metadata(null), metadata("VIP")]);
    const { said } = await change;
    expect(said.grants).toEqual([{ kind: "metadata", state: "ISSUED", label: "VIP" }]);
    expect(await fixture.admin.query("SELECT FROM grant_references g WHERE g::text LIKE '%for the shop alone%'")).toMatchObject({
      rowCount: 0,
    });
  });

  it("includes grants for an abandoned response, before and after it is completed", async () => {
    const client = fixture.client();
    const incentives = incentivesOf(fixture, client);
    const { placement, id } = await begun(client, { rules: [ruleOf({ outcome: "INCOMPLETE" })] });
    expect((await replicas[0].read(placement, id)).said.grants).toEqual([]);
    fixture.clock.advance(1_440 * 60_000);
    await vi.waitFor(async () => expect((await storedResponse(fixture, id))?.left_at).not.toBeNull(), polling);
    await incentives.handled(id, [grantOf(id, { state: "ISSUED", code: "COME-BACK" })], "INCOMPLETE");
    const grants = [{ kind: "discount", state: "ISSUED", code: "COME-BACK" }];
    expect((await replicas[0].read(placement, id)).said).toMatchObject({ status: "INCOMPLETE", grants });
    expect((await quickly(() => replicas[0].change(placement, id, { outcome: "COMPLETE" }))).said.grants).toEqual(grants);
  });
});

describe("the replica of a grant", () => {
  const history = [
    ["ISSUING", 0],
    ["ISSUED", 0],
    ["REDEEMED", 5],
    ["EXPIRED", 3],
  ] as const;

  it.each([
    [[0, 1, 2, 3], "REDEEMED"],
    [[3, 2, 1, 0], "REDEEMED"],
    [[2, 0, 3, 1], "REDEEMED"],
    [[0, 1], "ISSUED"],
    [[1, 0], "ISSUED"],
  ])("has the newest event, and of one millisecond the later state, in any order of arrival (%j)", async (order, last) => {
    const client = fixture.client();
    const incentives = incentivesOf(fixture, client);
    const { placement, id } = await begun(client, { status: "PAUSED" });
    await replicas[0].change(placement, id, { outcome: "COMPLETE" });
    const grant = grantOf(id);
    for (const index of order) {
      const [state, after] = history[index] ?? ["ISSUING", 0];
      const emitted = { ...grant, state, updatedAt: new Date(Date.parse(grant.updatedAt) + after).toISOString() };
      if (index === 0) await incentives.handled(id, [emitted]);
      else await incentives.grant(grantExpired, emitted);
    }
    expect((await replicas[0].read(placement, id)).said.grants).toEqual([{ kind: "discount", state: last }]);
  });

  it("has nothing of another workspace", async () => {
    const [mine, other] = [fixture.client(), fixture.client()];
    const { placement, id } = await begun(mine, { status: "PAUSED" });
    await replicas[0].change(placement, id, { outcome: "COMPLETE" });
    await incentivesOf(fixture, other).handled(id, [grantOf(id, { state: "ISSUED", code: "THEIRS" })]);
    expect((await replicas[0].read(placement, id)).said.grants).toEqual([]);
  });
});

describe("a declined grant of the customer", () => {
  it("lowers the trust score of later responses of that customer only", async () => {
    const client = fixture.client();
    const incentives = incentivesOf(fixture, client);
    const { placement } = await openForm(client);
    const inside = { address: "10.0.0.1" };
    const reasons = async (ref: string) => {
      const { said } = await replicas[0].start(placement, { answers: { why: "x" } }, inside);
      fixture.clock.advance(60_000);
      await replicas[0].change(placement, said.id, { customer: { ref }, outcome: "COMPLETE" });
      const stored = await storedResponse(fixture, said.id);
      return { id: said.id as string, reasons: stored?.trust_reasons, score: stored?.trust_score, version: stored?.trust_version };
    };
    const first = await reasons("ann");
    expect(first).toMatchObject({ reasons: [], score: 1, version: 3 });
    await incentives.grant(grantHeld, grantOf(first.id, { state: "HELD" }));
    expect(await reasons("ann")).toMatchObject({ reasons: [] });
    await incentives.grant(grantDeclined, grantOf(first.id, { state: "DECLINED" }));
    expect(await reasons(" ANN ")).toMatchObject({ reasons: ["declined_grants"], score: 0.7, version: 3 });
    expect(await reasons("bo")).toMatchObject({ reasons: [] });
  });
});
