import { customerIdOf } from "@offergraph/shared/schema/customer-id";
import { newId } from "@offergraph/shared/time/ids";
import { subgraphClient } from "@offergraph/testkit/subgraph";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { openForm, storedResponse, visitors } from "../../testing/collect.js";
import { type Client, type Fixture, pathsOf, startFixture, type UserError } from "../../testing/fixture.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

interface Erased {
  customerId: string | null;
  responses: number | null;
  insightAnswers: number | null;
  userErrors: UserError[];
}
const erase = async (customerId: unknown, idempotencyKey?: string) => {
  const { clock, running } = fixture;
  // Signs the request ten years ahead, so that the signature stays valid when a test advances the clock.
  const now = () => new Date(clock.now().getTime() + 10 * 365 * 86_400_000);
  const admin = subgraphClient({ url: running.url, service: "forms", workspaceId: client.workspaceId, level: "ADMIN", now });
  const query = `mutation ($customerId: Ref!) { answer: erase_customer(input: { customerId: $customerId }) {
    customerId responses insightAnswers userErrors { field code message } } }`;
  return (await admin.data<{ answer: Erased }>(query, { variables: { customerId }, idempotencyKey })).answer;
};
const ann = { ref: "Ann@Example.com", name: "Ann Lee", email: "ann@example.com" };
const idOf = (ref: string) => customerIdOf(client.workspaceId, ref);
const erasures = async () => (await client.events()).filter(({ what }) => what === "customer.erased");

async function answer(customer: object): Promise<string> {
  const { placement } = await openForm(client);
  const visitor = visitors(fixture);
  const { said } = await visitor.start(placement, { visitorId: "visitor", customer }, { address: "198.51.100.7" });
  await visitor.change(placement, said.id, { answers: { why: "Ann likes it", stars: 5 }, outcome: "COMPLETE" });
  return said.id;
}

describe("erase_customer", () => {
  it("erases by reference in any spelling, and emits an event", async () => {
    const [id, others] = [await answer(ann), await answer({ ref: "bob", name: "Bob" })];
    const untouched = await storedResponse(fixture, others);
    const customerId = idOf(ann.ref);
    expect(await erase(" ann@example.COM ")).toEqual({ customerId, responses: 1, insightAnswers: 0, userErrors: [] });
    const nobody = { customer_id: null, customer_ref: null, customer_name: null, customer_email: null };
    expect(await storedResponse(fixture, id)).toMatchObject({ ...nobody, visitor_id: id, answers: { stars: 5 } });
    expect(await storedResponse(fixture, others)).toEqual(untouched);
    expect(await erasures()).toEqual([{ what: "customer.erased", recordId: customerId, data: { customerId } }]);
  });

  it("erases by id, and a reference that is a UUID", async () => {
    await answer(ann);
    expect(await erase(idOf(ann.ref).toUpperCase())).toMatchObject({ customerId: idOf(ann.ref), responses: 1 });
    const ref = newId();
    await answer({ ...ann, ref });
    expect(await erase({ name: ref })).toMatchObject({ customerId: idOf(ref), responses: 1 });
    await answer({ ...ann, ref });
    expect(await erase(ref)).toMatchObject({ customerId: ref, responses: 1 });
  });

  it("changes nothing in another workspace, and notifies the other services of an unknown customer too", async () => {
    const id = await answer(ann);
    const [owner, before, customerId] = [client, await storedResponse(fixture, id), idOf(ann.ref)];
    client = fixture.client();
    expect(await erase(customerId)).toMatchObject({ customerId, responses: 0, insightAnswers: 0, userErrors: [] });
    expect(await erase(ann.ref)).toMatchObject({ customerId: idOf(ann.ref), responses: 0 });
    expect((await erasures()).map(({ recordId }) => recordId)).toEqual([customerId, idOf(customerId), idOf(ann.ref)]);
    client = owner;
    expect(await storedResponse(fixture, id)).toEqual(before);
    expect(await erasures()).toEqual([]);
  });

  it("rejects a blank reference and writes nothing", async () => {
    await answer({ ref: "bob" });
    const { userErrors, ...nothing } = await erase(" ");
    expect(pathsOf(userErrors)).toEqual(["input.customerId TOO_SHORT"]);
    expect(nothing).toEqual({ customerId: null, responses: null, insightAnswers: null });
    expect(await erasures()).toEqual([]);
  });

  it("requires the access level ADMIN", async () => {
    const { errors } = await client.call('mutation { erase_customer(input: { customerId: "ann" }) { customerId } }');
    expect(errors?.[0]?.extensions).toMatchObject({ code: "access_level_insufficient", needed: "ADMIN" });
    expect(await erasures()).toEqual([]);
  });

  it("erases once with the same Idempotency-Key", async () => {
    await answer(ann);
    const first = await erase(ann.ref, "key");
    await answer(ann);
    expect(await erase(ann.ref, "key")).toEqual(first);
    expect(await erasures()).toHaveLength(1);
    expect(await erase(ann.ref)).toMatchObject({ responses: 1 });
  });
});
