import { connectionAdded } from "@offergraph/shared/contracts/events/discounts";
import { connectionOf, discountCodeOf, partnerOf } from "@offergraph/testkit/references";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { depsOf } from "../deps.js";
import { responseStatuses } from "../domain/ordinals.js";
import { type DiscountsFixture, startDiscountsFixture } from "../testing/discounts.js";
import type { Client } from "../testing/fixture.js";
import { getRotation, publishForm } from "../testing/forms.js";
import { demoResponses } from "./responses.js";
import { seedDemo } from "./seed.js";

let fixture: DiscountsFixture;
beforeAll(async () => {
  fixture = await startDiscountsFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

const seed = ({ workspaceId }: Client) => {
  const { clock } = fixture;
  const { parts } = fixture.running;
  return seedDemo({ workspaceId, now: clock.now(), deps: depsOf(parts), timeoutMs: 0 });
};
const rowsOf = async ({ workspaceId }: Client) =>
  (await fixture.admin.query("SELECT * FROM form_responses WHERE workspace_id = $1", [workspaceId])).rows;
const count = <Row>(rows: readonly Row[], what: (row: Row) => unknown) => rows.filter(what).length;

interface DemoForm {
  title: string;
  status: string;
  triggers: object[];
  placements: { published: boolean; qr: object | null; channel: { name: string }; connectionId: string | null; shortLink: object }[];
}

describe("demo data", () => {
  it("has forms on all channels and realistic responses with events and insights, created once", async () => {
    const client = fixture.client();
    const { workspaceId } = client;
    const connection = connectionOf();
    const [code, partner] = [discountCodeOf({ code: "WELCOME10" }), partnerOf({ handle: "wavecrew" })];
    fixture.discounts.in(workspaceId).discountCodes.push(code);
    fixture.discounts.in(workspaceId).partners.push(partner);
    await fixture.discounts.emitEvent(connectionAdded, workspaceId, connection.rowId, connection);
    expect(await seed(client)).toEqual({ forms: 3, responses: demoResponses });

    const { list } = await client.data<{ list: { nodes: DemoForm[] } }>(
      "{ list: list_forms { nodes { title status triggers { type } placements { published qr { preset } connectionId channel { name } shortLink { code } } } } }",
    );
    expect(new Set(list.nodes.map(({ title, status }) => `${title} ${status}`))).toEqual(
      new Set(["Before you go DRAFT", "Your order in half a minute PUBLISHED", "How was your order? PUBLISHED"]),
    );
    for (const { triggers } of list.nodes) expect(triggers).not.toEqual([]);
    const placements = list.nodes.find(({ title }) => title.startsWith("How"))?.placements ?? [];
    expect(placements.map(({ channel }) => channel.name)).toEqual(["Hosted page", "Email", "Website", "Store checkout"]);
    expect(placements.every(({ published, shortLink }) => published && shortLink)).toBe(true);
    expect(placements[0]?.qr).toEqual({ preset: "soft" });
    expect(placements[3]?.connectionId).toBe(connection.rowId);
    expect((await getRotation(client)).map(({ main, share }) => [main, share])).toEqual([
      [true, 70],
      [false, 30],
    ]);

    const rows = await rowsOf(client);
    const statuses = responseStatuses.map((_, ordinal) => count(rows, ({ status }) => status === ordinal));
    for (const found of statuses) expect(found).toBeGreaterThan(2);
    const now = fixture.clock.now().getTime();
    for (const row of rows) expect(now - row.created_at).toBeLessThan(31 * 86_400_000);
    expect(new Set(rows.map(({ form_id }) => form_id)).size).toBe(2);
    for (const field of ["customer_id", "short_link_id", "discount_code_said", "connection_id"])
      expect([field, count(rows, (row) => row[field] !== null) > 2]).toEqual([field, true]);
    expect(count(rows, (row) => row.discount_code_id === code.rowId)).toBeGreaterThan(0);
    expect(count(rows, (row) => row.partner_id === partner.rowId)).toBeGreaterThan(0);
    const scores = rows.map(({ trust_score }) => trust_score).filter((score) => score !== null);
    expect(new Set(scores).size).toBeGreaterThan(2);
    expect(Math.min(...scores)).toBeLessThan(0.3);

    fixture.running.parts.relay.notify();
    await vi.waitFor(
      async () => {
        const { read } = await client.data<{
          read: { answers: { responseId: string }[]; facts: { polaritySign: number }[]; reasons: object[] };
        }>(
          "{ read: get_form_insight_read(answers: {}, facts: {}, reasons: {}) { answers { responseId } facts { polaritySign } reasons { broad } } }",
        );
        expect(new Set(read.answers.map(({ responseId }) => responseId)).size).toBe(statuses[responseStatuses.indexOf("COMPLETE")]);
        expect(new Set(read.facts.map(({ polaritySign }) => polaritySign))).toEqual(new Set([-1, 0, 1]));
        expect(read.reasons.length).toBeGreaterThan(50);
      },
      { ...polling, interval: 100 },
    );
    expect(await seed(client)).toEqual({ forms: 0, responses: 0 });
    expect(await rowsOf(client)).toHaveLength(demoResponses);
  });

  it("completes an interrupted run without a store and keeps an existing rotation", async () => {
    const client = fixture.client();
    const own = await publishForm(client, "My own");
    await seed(client);
    expect((await getRotation(client)).map(({ formId, share }) => [formId === own.rowId, share])).toEqual([
      [true, 100],
      [false, 0],
      [false, 0],
    ]);
    const { rows } = await fixture.admin.query(
      "DELETE FROM form_responses WHERE workspace_id = $1 AND visitor_id IN ('visitor-3', 'visitor-50') RETURNING row_id",
      [client.workspaceId],
    );
    expect(await seed(client)).toEqual({ forms: 0, responses: rows.length });
    expect(rows.length).toBeGreaterThan(1);
    expect(await rowsOf(client)).toHaveLength(demoResponses);
  });
});
