import { connectNats } from "@offergraph/service/messaging/connection";
import { recordRequester } from "@offergraph/service/replicas/request";
import { createLogger } from "@offergraph/shared/log/logger";
import { testSigningKey } from "@offergraph/testkit/subgraph";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { creditRule, discountRule } from "../testing/granting.js";
import { addConnection, addDiscountCode, create, createActive, labelRule, mutate, update } from "../testing/incentives.js";
import { type OtherServicesFixture, startOtherServicesFixture } from "../testing/other-services.js";

let fixture: OtherServicesFixture;
beforeAll(async () => {
  fixture = await startOtherServicesFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

it("discounts can look up the incentives of a code or a connection: drafts included; without archived, deleted and former ones", async () => {
  const client = fixture.client();
  const nats = connectNats({ url: fixture.environment.NATS_URL ?? "", name: "discounts", log: createLogger("test", "silent") });
  const ask = recordRequester({ nats, signingKey: testSigningKey, clock: fixture.clock, timeoutMs: polling.timeout });
  const code = await addDiscountCode(fixture, client);
  const giving = async (workspaceId = client.workspaceId) =>
    (await ask({ service: "incentives", kind: "incentive_of_code", workspaceId, wanted: { discountCodeId: code } })).map(
      ({ name }) => name,
    );
  const first = async (discountCodeIds: string[], workspaceId = client.workspaceId) =>
    ask({ service: "incentives", kind: "incentives_of_codes", workspaceId, wanted: { discountCodeIds } });
  try {
    await vi.waitFor(async () => expect(await giving()).toEqual([]), polling);
    const active = await createActive(fixture, client, { name: "Active", rules: [discountRule(code)] });
    const draft = await create(client, { name: "Draft", rules: [labelRule(), discountRule(code)] });
    expect(await giving()).toEqual(["Active", "Draft"]);
    expect(await giving(fixture.client().workspaceId)).toEqual([]);
    const other = await addDiscountCode(fixture, client);
    expect(await first([other, code])).toEqual([{ discountCodeId: code, rowId: active.rowId, name: "Active" }]);
    expect(await first([code], fixture.client().workspaceId)).toEqual([]);
    await update(client, active.rowId, { status: "ARCHIVED" });
    expect(await giving()).toEqual(["Draft"]);
    expect(await first([code])).toMatchObject([{ name: "Draft" }]);
    await mutate(client, "replace_incentive_rules", { incentiveId: draft.rowId, rules: [labelRule()] });
    expect(await giving()).toEqual([]);
    expect(await first([code])).toEqual([]);
    await update(client, active.rowId, { status: "DRAFT" });
    expect(await giving()).toEqual(["Active"]);
    await mutate(client, "delete_incentive", { incentiveId: active.rowId });
    expect(await giving()).toEqual([]);
    const connectionId = await addConnection(fixture, client);
    const crediting = async (workspaceId = client.workspaceId) =>
      (await ask({ service: "incentives", kind: "incentive_of_connection", workspaceId, wanted: { connectionId } })).map(
        ({ name }) => name,
      );
    const credit = await create(client, { name: "Credit", rules: [creditRule(connectionId)] });
    expect([await crediting(), await crediting(fixture.client().workspaceId)]).toEqual([["Credit"], []]);
    await mutate(client, "replace_incentive_rules", { incentiveId: credit.rowId, rules: [labelRule()] });
    expect(await crediting()).toEqual([]);
    await mutate(client, "replace_incentive_rules", { incentiveId: credit.rowId, rules: [creditRule(connectionId)] });
    expect(await crediting()).toEqual(["Credit"]);
    await update(client, credit.rowId, { status: "ARCHIVED" });
    expect(await crediting()).toEqual([]);
  } finally {
    await nats.close();
  }
});
