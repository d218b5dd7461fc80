import { startReplicaResponder } from "@offergraph/service/replicas/responder";
import {
  campaignAssigned,
  campaignDeleted,
  campaignListed,
  campaignUnassigned,
  grantCodeIssued,
} from "@offergraph/shared/contracts/events/discounts";
import { customerErased, formResponseCompleted } from "@offergraph/shared/contracts/events/forms";
import { grantIssued } from "@offergraph/shared/contracts/events/incentives";
import { createLogger } from "@offergraph/shared/log/logger";
import { customerIdOf } from "@offergraph/shared/schema/customer-id";
import { newId } from "@offergraph/shared/time/ids";
import { grantOf } from "@offergraph/testkit/grants";
import { responseOf } from "@offergraph/testkit/responses";
import { testSigningKey } from "@offergraph/testkit/subgraph";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { attributed } from "../testing/attribution-outcomes.js";
import { type EventsFixture, startEventsFixture } from "../testing/events-fixture.js";
import type { Client } from "../testing/fixture.js";
import { addConnection, sendRecords, sentOrder } from "../testing/send.js";

let fixture: EventsFixture;
let client: Client;
let mine: string;
beforeAll(async () => {
  fixture = await startEventsFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
  mine = client.workspaceId;
});

const rowsOf = async (table: string, columns: string) =>
  (await fixture.admin.query(`SELECT ${columns} FROM ${table} WHERE workspace_id = $1 ORDER BY 1`, [mine])).rows;
const channelIds = async () => {
  const query = "{ list: get_order_sums(groupBy: CHANNEL) { nodes { groupId orderCount } } }";
  return (await client.data<{ list: { nodes: { groupId: string | null }[] } }>(query)).list.nodes.map(({ groupId }) => groupId);
};
const sendOrder = async (changes: Record<string, unknown>) =>
  sendRecords(fixture, client, "orders", [sentOrder(changes)], { connectionId: await addConnection(fixture, client) });

describe("the replica of campaigns", () => {
  it("contains the codes that are in the campaigns", async () => {
    const [campaignId, other] = [newId(), newId()];
    const [one = "", two = "", three = ""] = [newId(), newId(), newId()].sort();
    await fixture.emitEvent(campaignAssigned, mine, campaignId, { campaignId, discountCodeIds: [one, two] });
    await fixture.emitEvent(campaignListed, mine, campaignId, { campaignId, discountCodeIds: [two, three] });
    await fixture.emitEvent(campaignAssigned, mine, other, { campaignId: other, discountCodeIds: [three] });
    await fixture.emitEvent(campaignUnassigned, mine, campaignId, { campaignId, discountCodeIds: [two, newId()] });
    const kept = (id: string, codeId: string) => ({ discount_code_id: codeId, campaign_id: id });
    const codes = await rowsOf("campaign_codes", "discount_code_id, campaign_id");
    expect(codes).toHaveLength(3);
    expect(codes).toEqual(expect.arrayContaining([kept(campaignId, one), kept(campaignId, three), kept(other, three)]));
    await fixture.emitEvent(campaignDeleted, mine, campaignId, { rowId: campaignId, name: "Summer" });
    expect(await rowsOf("campaign_codes", "discount_code_id, campaign_id")).toEqual([kept(other, three)]);
  });
});

describe("the channel of an order", () => {
  it("is that of the response that earned its code, also if the grant and the response arrive after the order", async () => {
    const [channelId, discountCodeId] = [newId(), newId()];
    const response = responseOf({ channelId });
    const grant = { ...grantOf({ formResponseId: response.rowId, discountCodeId, code: "Mint-1", tier: null }), customerId: null };
    await sendOrder({ discountCodes: ["MINT-1"] });
    expect(await channelIds()).toEqual([null]);
    const minted = { grantId: grant.rowId, discountCodeId, delivery: "UNIQUE" as const, code: "Mint-1" };
    await fixture.emitEvent(grantCodeIssued, mine, grant.rowId, minted);
    await attributed(fixture, client);
    await fixture.emitEvent(grantIssued, mine, grant.rowId, { ...grant, issuedAt: grant.outcomeAt });
    expect(await channelIds()).toEqual([null]);
    await fixture.emitEvent(formResponseCompleted, mine, response.rowId, response);
    expect(await channelIds()).toEqual([channelId]);
  });

  it("is that of the attributed response", async () => {
    const response = responseOf({ channelId: newId() });
    await fixture.emitEvent(formResponseCompleted, mine, response.rowId, response);
    await sendOrder({ discountCodes: [], formResponseId: response.rowId });
    expect(await channelIds()).toEqual([response.channelId]);
  });
});

describe("the replica of granted codes", () => {
  const issue = (customerId: string, issuedAt: string) => {
    const grant = { ...grantOf({ discountCodeId: newId(), code: "SHARED", tier: null }), customerId, issuedAt };
    return fixture.emitEvent(grantIssued, mine, grant.rowId, grant);
  };

  it("keeps no customer who was erased after the grant, also if the grant arrives late", async () => {
    const [ann, bob] = ["ann", "bob"].map((ref) => customerIdOf(mine, ref)) as [string, string];
    const now = fixture.clock.now().getTime();
    const [before, after] = [now - 1_000, now + 1_000].map((at) => new Date(at).toISOString()) as [string, string];
    await issue(ann, before);
    await fixture.emitEvent(customerErased, mine, ann, { customerId: ann });
    await issue(bob, before);
    expect((await rowsOf("granted_codes", "customer_id, issued_at")).map((row) => row.customer_id)).toEqual([bob, null]);
    await issue(ann, before);
    await issue(ann, after);
    const kept = (await rowsOf("granted_codes", "issued_at, customer_id")).map((row) => row.customer_id);
    expect(kept.filter((id) => id === ann)).toHaveLength(1);
    expect(kept.filter((id) => id === null)).toHaveLength(2);
  });
});

describe("the lookups of earlier channels", () => {
  it("read all pages of the responses and grants from their owners, and stop", async () => {
    const ids = Array.from({ length: 501 }, newId).sort();
    const responses = ids.map((rowId) => ({ rowId, channelId: newId() }));
    const last = responses.at(-1) ?? { rowId: "", channelId: "" };
    for (const { rowId } of [last, responses[0] ?? last])
      await fixture.emitEvent(formResponseCompleted, mine, rowId, responseOf({ rowId }));
    const grant = { grantId: newId(), formResponseId: last.rowId, discountCodeId: newId(), code: "Code", customerId: null };
    const granted = { ...grant, issuedAt: "2026-05-01T10:00:00.000Z" };
    const owner = (service: string, answers: Parameters<typeof startReplicaResponder>[0]["answers"]) =>
      startReplicaResponder({
        nats: fixture.others,
        service,
        signingKey: testSigningKey,
        log: createLogger("t", "silent"),
        clock: fixture.clock,
        answers,
      });
    const owners = [
      owner("forms", { ended_responses: async (_, { after }) => responses.filter(({ rowId }) => rowId > after).slice(0, 500) }),
      owner("incentives", { granted_codes: async (_, { after }) => [granted].filter(({ grantId }) => grantId > after) }),
    ];
    try {
      const names = ["channels of responses", "codes of grants"];
      await fixture.admin.query("INSERT INTO backfills (name, workspace_id) SELECT n, $1 FROM unnest($2::text[]) n", [mine, names]);
      await vi.waitFor(async () => expect(await rowsOf("backfills", "name")).toEqual([]), { ...polling, timeout: 30_000 });
    } finally {
      await Promise.all(owners.map((one) => one.stop()));
    }
    const known = await rowsOf("form_response_references", "row_id, channel_id");
    expect(known).toEqual([responses[0], last].map((one) => ({ row_id: one?.rowId, channel_id: one?.channelId })));
    expect(await rowsOf("granted_codes", "grant_id, form_response_id, name_key")).toEqual([
      { grant_id: grant.grantId, form_response_id: last.rowId, name_key: "code" },
    ]);
  });
});
