import { connectionAdded, discountCodeCreated } from "@offergraph/shared/contracts/events/discounts";
import { newId } from "@offergraph/shared/time/ids";
import { connectionOf, discountCodeOf, eventDataOf } from "@offergraph/testkit/references";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { answer, grantsOf } from "../testing/granting.js";
import { addForm } from "../testing/incentives.js";
import { type OtherServicesFixture, startOtherServicesFixture } from "../testing/other-services.js";
import { demoIncentives } from "./incentives.js";
import { seedDemo } from "./seed.js";

let fixture: OtherServicesFixture;
beforeAll(async () => {
  fixture = await startOtherServicesFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

it("demo incentives wait for the other demos, are created once, and grant rewards for earlier and later responses", async () => {
  const client = fixture.client();
  const { workspaceId } = client;
  const seed = (timeoutMs: number) => seedDemo({ database: fixture.running.parts.database, workspaceId, timeoutMs });
  const [long = "", short = ""] = await Promise.all(demoIncentives.map(({ form }) => addForm(fixture, client, { title: form })));
  const respond = (formId: string, changes: object = {}) =>
    answer(fixture, client, { rowId: newId(), updatedAt: "", status: "", rules: [], formId }, changes);
  await expect(seed(0)).rejects.toThrow("did not find the demo forms and codes");

  const before = await respond(long);
  const doubtful = await respond(long, { trustScore: 0.2 });
  const again = await respond(long, { customerId: before.customerId });
  const code = { ...discountCodeOf({ code: "WELCOME10" }), rowId: newId() };
  await fixture.emitEvent(discountCodeCreated, workspaceId, code.rowId, eventDataOf(code));
  const seeding = seed(20_000);
  const connection = { ...connectionOf(), slug: "corner-shop" };
  await fixture.emitEvent(connectionAdded, workspaceId, connection.rowId, connection);
  expect(await seeding).toBe(demoIncentives.length);

  const after = await respond(short);
  const fates = async () => (await grantsOf(fixture, client)).map((grant) => `${grant.form_response_id} ${grant.state}`).sort();
  const expected = [`${before.rowId} ISSUING`, `${doubtful.rowId} HELD`, `${again.rowId} CAPPED`, `${after.rowId} ISSUED`].sort();
  expect(await fates()).toEqual(expected);
  expect((await fixture.emitted(workspaceId)).filter(({ what }) => what === "incentive.created")).toHaveLength(demoIncentives.length);

  expect(await seed(0)).toBe(0);
  expect(await fates()).toEqual(expected);
});
