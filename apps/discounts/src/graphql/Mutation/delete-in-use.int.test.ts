import { startOwnNats } from "@offergraph/dev-stack/testing/own-nats";
import { connectNats } from "@offergraph/service/messaging/connection";
import type { Reference } from "@offergraph/service/replicas/kinds";
import { startReplicaResponder } from "@offergraph/service/replicas/responder";
import { createLogger } from "@offergraph/shared/log/logger";
import { newId } from "@offergraph/shared/time/ids";
import { testSigningKey } from "@offergraph/testkit/subgraph";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { createCode, getCode, pathsOf } from "../../testing/codes.js";
import { adminOf, mutateConnection } from "../../testing/connections.js";
import { type Client, type Fixture, startFixture, type UserError } from "../../testing/fixture.js";

const log = createLogger("test", "silent");
let nats: Awaited<ReturnType<typeof startOwnNats>>;
let link: ReturnType<typeof connectNats>;
let fixture: Fixture;
let client: Client;
let incentives: Reference<"incentive_of_code">[];
let used: string | undefined;
const lookups: { workspaceId: string; discountCodeId?: string; connectionId?: string }[] = [];
beforeAll(async () => {
  nats = await startOwnNats();
  link = connectNats({ url: nats.url, name: "incentives", log });
  fixture = await startFixture(inject("adminUrl"), { NATS_URL: nats.url }, {}, true);
});
afterAll(async () => {
  await fixture?.stop();
  await link?.close();
  await nats?.stop();
});
beforeEach(() => {
  client = fixture.client();
  incentives = [];
  lookups.length = 0;
});

/** Answers lookups in place of the incentives service while `work` runs. */
async function whileIncentivesAnswer<Result>(work: () => Promise<Result>): Promise<Result> {
  const answering = startReplicaResponder({
    ...{ nats: link, service: "incentives", signingKey: testSigningKey, log, clock: fixture.clock },
    answers: {
      incentive_of_code: async (workspaceId, { discountCodeId }) => {
        lookups.push({ workspaceId, discountCodeId });
        return incentives;
      },
      incentive_of_connection: async (workspaceId, { connectionId }) => {
        lookups.push({ workspaceId, connectionId });
        return incentives;
      },
      incentives_of_codes: async (workspaceId, { discountCodeIds }) => {
        lookups.push(...discountCodeIds.map((discountCodeId) => ({ workspaceId, discountCodeId })));
        return incentives.flatMap((incentive) => (used ? [{ ...incentive, discountCodeId: used }] : []));
      },
    },
  });
  try {
    return await work();
  } finally {
    await answering.stop();
  }
}

const remove = async (id: string) =>
  (
    await client.data<{ answer: { deletedId: string | null; userErrors: UserError[] } }>(
      "mutation ($id: UUID!) { answer: delete_discount_code(input: { id: $id }) { deletedId userErrors { field code message } } }",
      { id },
    )
  ).answer;

describe("delete_discount_code of a code that an incentive gives", () => {
  it("returns IN_USE with the incentive's name, changes nothing, and succeeds once no incentive gives the code", async () => {
    const { rowId } = await createCode(client, { code: "SUMMER" });
    await whileIncentivesAnswer(async () => {
      incentives = [
        { rowId: newId(), name: "A thank-you" },
        { rowId: newId(), name: "Another" },
      ];
      const refused = await vi.waitFor(async () => {
        const answer = await remove(rowId.toUpperCase());
        expect(pathsOf(answer.userErrors)).toEqual(["input.id IN_USE"]);
        return answer;
      }, polling);
      expect(refused.deletedId).toBeNull();
      expect(refused.userErrors[0]?.message).toMatch(/^Discount code SUMMER.* is used by the incentive "A thank-you" /);
      expect(lookups.at(-1)).toEqual({ workspaceId: client.workspaceId, discountCodeId: rowId });
      expect(await getCode(client, rowId)).not.toBeNull();
      incentives = [];
      await vi.waitFor(async () => expect((await remove(rowId)).deletedId).toBe(rowId), polling);
    });
  });

  it("returns UNAVAILABLE while incentives does not respond, and NOT_FOUND for an unknown code", async () => {
    const { rowId } = await createCode(client);
    expect(pathsOf((await remove(rowId)).userErrors)).toEqual(["input.id UNAVAILABLE"]);
    expect(await getCode(client, rowId)).not.toBeNull();
    expect(pathsOf((await remove(newId())).userErrors)).toEqual(["input.id NOT_FOUND"]);
  });
});

describe("bulk_delete_discount_codes of codes of which an incentive gives one", () => {
  const removeAll = async (ids: string[]) =>
    (
      await client.data<{ answer: { deletedIds: string[] | null; userErrors: UserError[] } }>(
        `mutation ($ids: [UUID!]!) {
          answer: bulk_delete_discount_codes(input: { ids: $ids }) { deletedIds userErrors { field code message } } }`,
        { ids },
      )
    ).answer;

  it("returns IN_USE for this code and deletes none; UNAVAILABLE while incentives does not respond", async () => {
    const [free, given] = [await createCode(client), await createCode(client, { code: "SPRING" })];
    const ids = [free.rowId, given.rowId];
    expect(pathsOf((await removeAll(ids)).userErrors)).toEqual(["input.ids UNAVAILABLE"]);
    await whileIncentivesAnswer(async () => {
      incentives = [{ rowId: newId(), name: "A thank-you" }];
      used = given.rowId;
      await vi.waitFor(async () => {
        const { deletedIds, userErrors } = await removeAll(ids.map((id) => id.toUpperCase()));
        expect([deletedIds, pathsOf(userErrors)]).toEqual([null, ["input.ids.1 IN_USE"]]);
        expect(userErrors[0]?.message).toMatch(/^Discount code SPRING is used by the incentive "A thank-you" /);
      }, polling);
      expect(lookups.at(-1)).toEqual({ workspaceId: client.workspaceId, discountCodeId: given.rowId });
      expect(await getCode(client, free.rowId)).not.toBeNull();
      incentives = [];
      await vi.waitFor(async () => expect((await removeAll(ids)).deletedIds).toEqual(ids), polling);
    });
  });
});

describe("delete_connection of a connection that an incentive uses", () => {
  it("returns IN_USE with the incentive's name, UNAVAILABLE while incentives does not respond, and changes nothing", async () => {
    const admin = adminOf(fixture, client);
    const added = await mutateConnection(admin, "create_connection", { name: "Billing", provider: "manual" });
    const connectionId = added.connection?.rowId ?? "";
    const removing = () =>
      mutateConnection(admin, "delete_connection", { connectionId: connectionId.toUpperCase(), discardMessages: true });
    expect(pathsOf((await removing()).userErrors)).toEqual(["input.connectionId UNAVAILABLE"]);
    await whileIncentivesAnswer(async () => {
      incentives = [{ rowId: newId(), name: "A credit" }];
      await vi.waitFor(async () => {
        const { deletedId, userErrors } = await removing();
        expect([deletedId, pathsOf(userErrors)]).toEqual([null, ["input.connectionId IN_USE"]]);
        expect(userErrors[0]?.message).toMatch(/used by the incentive "A credit" .*Archive/);
      }, polling);
      expect(lookups.at(-1)).toEqual({ workspaceId: client.workspaceId, connectionId });
      incentives = [];
      await vi.waitFor(async () => expect((await removing()).deletedId).toBe(connectionId), polling);
    });
  });
});
