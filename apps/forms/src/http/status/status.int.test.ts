import { discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { grantIssued, grantPending } from "@offergraph/shared/contracts/events/incentives";
import { newId } from "@offergraph/shared/time/ids";
import { discountCodeOf, eventDataOf } from "@offergraph/testkit/references";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { runAdmin } from "../../cli/program.js";
import { openForm, surveyModel, type Visitors, visitors } from "../../testing/collect.js";
import type { Client } from "../../testing/fixture.js";
import { type Grant, grantOf, type IncentivesFixture, incentivesOf, startIncentivesFixture } from "../../testing/incentives.js";

let fixture: IncentivesFixture;
let visit: Visitors;
beforeAll(async () => {
  fixture = await startIncentivesFixture(inject("adminUrl"), { REWARD_WAIT_MS: "0" });
  visit = visitors(fixture);
});
afterAll(() => fixture.stop());

async function granted(client: Client, changes: Partial<Grant>, { model = surveyModel as object, body = {} as object } = {}) {
  const { placement } = await openForm(client, { model });
  const { said } = await visit.start(placement, { answers: { why: "x" }, ...body });
  const id = said.id as string;
  await visit.change(placement, id, { outcome: "COMPLETE" });
  const grant = grantOf(id, changes);
  await incentivesOf(fixture, client).handled(id, [grant]);
  return { placement, id, grant, read: async () => (await visit.read(placement, id)).said };
}
async function eraseCustomer({ workspaceId }: Client, customer: string): Promise<void> {
  const words = ["customer", "erase", "--customer", customer, "--workspace", workspaceId];
  expect(await runAdmin(words, fixture.environment, { out: () => {}, error: () => {} })).toBe(0);
}
const pathOf = (url: string) => new URL(url).pathname;
const later = (grant: Grant, changes: Partial<Grant>): Grant => ({
  ...grant,
  updatedAt: new Date(Date.parse(grant.updatedAt) + 1).toISOString(),
  ...changes,
});

describe("the status page of a response's rewards", () => {
  it.each(["PENDING", "HELD", "ISSUING"] as const)("has a URL while a grant is %s", async (state) => {
    const { read } = await granted(fixture.client(), { state });
    expect((await read()).statusUrl).toMatch(/\/g\/[\w-]{64}$/);
  });

  it.each(["ISSUED", "CAPPED", "FAILED", "DECLINED"] as const)("has no URL if a grant is %s", async (state) => {
    const { read } = await granted(fixture.client(), { state });
    expect(await read()).not.toHaveProperty("statusUrl");
  });

  it("is returned by PATCH too", async () => {
    const { placement, id } = await granted(fixture.client(), { state: "HELD" });
    const { said } = await visit.change(placement, id, { outcome: "COMPLETE" });
    expect(said.statusUrl).toMatch(/\/g\//);
  });

  it("shows the issued reward, is not cached and not indexed", async () => {
    const client = fixture.client();
    const { read, grant } = await granted(client, { state: "PENDING" });
    const path = pathOf((await read()).statusUrl);
    const open = await visit.send("GET", path);
    expect(open.status).toBe(200);
    expect(open.said).toContain("kept for you");
    expect(open.said).toContain('http-equiv="refresh"');
    expect(open.said).toContain('<meta name="robots" content="noindex">');
    const headers = ["cache-control", "referrer-policy", "x-robots-tag", "content-type"].map((name) => open.headers.get(name));
    expect(headers).toEqual(["no-store", "no-referrer", "noindex, nofollow, noarchive", "text/html; charset=utf-8"]);
    expect(open.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");

    const issued = { state: "ISSUED" as const, code: "THANKS-<7>", issuedAt: grant.updatedAt, expiresAt: "2026-07-01T00:00:00.000Z" };
    await incentivesOf(fixture, client).grant(grantIssued, later(grant, issued));
    const given = (await visit.send("GET", path)).said;
    expect(given).toContain("<code>THANKS-&lt;7&gt;</code>");
    expect(given).toContain('<time datetime="2026-07-01T00:00:00.000Z">July 1, 2026</time>');
    expect(given).not.toMatch(/http-equiv="refresh"|data-open/);
  });

  it("is in the language of its form", async () => {
    const { read } = await granted(fixture.client(), { state: "HELD" }, { model: { ...surveyModel, locale: "de" } });
    const { said } = await visit.send("GET", pathOf((await read()).statusUrl));
    expect(said).toContain('<html lang="de">');
    expect(said).toContain("Diese Prämie wird geprüft.");
  });

  it("returns the same 404 for forged, foreign and malformed tokens", async () => {
    const { read } = await granted(fixture.client(), { state: "HELD" });
    const path = pathOf((await read()).statusUrl);
    const forged = [...path].map((sign, index) => (index === 20 ? (sign === "A" ? "B" : "A") : sign)).join("");
    const answers = await Promise.all([forged, `/g/${"A".repeat(64)}`, "/g/short"].map((one) => visit.send("GET", one)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ said }) => said)).size).toBe(1);
    expect(answers[0]?.said).toContain("There is no reward here");
  });

  it("ends when the customer is erased", async () => {
    const client = fixture.client();
    const { read, id } = await granted(client, { state: "HELD" }, { body: { customer: { ref: "ann" } } });
    const path = pathOf((await read()).statusUrl);
    expect((await visit.send("GET", path)).status).toBe(200);
    await eraseCustomer(client, "ann");
    expect((await visit.send("GET", path)).status).toBe(404);
    expect((await read()).statusUrl).toBeUndefined();
    expect(id).toBeTruthy();
  });
});

describe("a reward's code", () => {
  it("has its start while it is SCHEDULED, and the earlier end", async () => {
    const client = fixture.client();
    const discountCodeId = newId();
    const times = { startAt: "2027-01-01T08:00:00.000Z", endsAt: "2027-02-01T00:00:00.000Z" };
    const code = { ...eventDataOf(discountCodeOf({ rowId: discountCodeId })), status: "SCHEDULED" as const, ...times };
    await fixture.emitEvent(discountCodeUpdated, client.workspaceId, discountCodeId, { ...code, changed: ["status"] });
    const issued = { state: "ISSUED" as const, code: "SPRING", discountCodeId, expiresAt: "2027-03-01T00:00:00.000Z" };
    const { read } = await granted(client, issued);
    expect((await read()).grants).toEqual([
      expect.objectContaining({ code: "SPRING", startsAt: "2027-01-01T08:00:00.000Z", expiresAt: "2027-02-01T00:00:00.000Z" }),
    ]);
    const started = { ...code, status: "ACTIVE" as const, updatedAt: new Date(Date.parse(code.updatedAt) + 1).toISOString() };
    await fixture.emitEvent(discountCodeUpdated, client.workspaceId, discountCodeId, { ...started, changed: ["status"] });
    expect((await read()).grants[0]).not.toHaveProperty("startsAt");
  });

  it("is awaited for an unknown customer", async () => {
    const client = fixture.client();
    const { read, grant } = await granted(client, { state: "PENDING" });
    await incentivesOf(fixture, client).grant(grantPending, grant);
    expect((await read()).grants).toEqual([{ kind: "discount", state: "PENDING" }]);
  });
});
