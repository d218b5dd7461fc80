import { newId } from "@offergraph/shared/time/ids";
import { countReads } from "@offergraph/testkit/fixture";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { grantStates } from "../../domain/ordinals.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { addResponse } from "../../testing/responses.js";
import { seedResponses } from "../../testing/seed-responses.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

const fields = `rowId workspaceId createdAt updatedAt completedAt status formId form { rowId formSlug } formVariantId formPlacementId
  formPlacement { rowId publicKey } channelId channel { rowId name surface } connectionId clickId clickIdKind customerId discountCodeId
  discountCode { __typename rowId } originRef partnerId partner { __typename rowId } sessionId shortLinkId visitorId answers trustScore trustReasons`;
const getResponse = async (client: Client, id: string) =>
  (
    await client.data<{ response: Record<string, unknown> | null }>(
      `query ($id: UUID!) { response: get_form_response(id: $id) { ${fields} } }`,
      { id },
    )
  ).response;
const seed = ({ workspaceId }: Client) => seedResponses((text, values) => fixture.admin.query(text, values), { workspaceId, count: 3 });

describe("get_form_response", () => {
  it("returns all fields of a response and its related records", async () => {
    const client = fixture.client();
    const { formId, channelIds, placementIds, shortLinkIds, connectionIds, partnerIds, discountCodeIds, customerIds } = await seed(client);
    const given = {
      form_id: formId,
      form_variant_id: newId(),
      form_placement_id: placementIds[0],
      channel_id: channelIds[1],
      connection_id: connectionIds[0],
      click_id: "abc",
      click_id_kind: "gclid",
      customer_id: customerIds[0],
      discount_code_id: discountCodeIds[0],
      origin_ref: "mail",
      partner_id: partnerIds[0],
      session_id: "s1",
      short_link_id: shortLinkIds[0],
      visitor_id: "v1",
      answers: { why: ["price", 2] },
      status: 2,
      completed_at: "2026-06-01T12:01:00.000Z",
      trust_score: 0.25,
      trust_reasons: ["honeypot"],
    };
    const id = await addResponse(fixture, client, given);
    expect(await getResponse(client, id.toUpperCase())).toEqual({
      rowId: id,
      workspaceId: client.workspaceId,
      createdAt: "2026-06-01T12:00:00.000Z",
      updatedAt: "2026-06-01T12:00:00.000Z",
      completedAt: given.completed_at,
      status: "SKIPPED",
      formId,
      form: { rowId: formId, formSlug: "seeded" },
      formVariantId: given.form_variant_id,
      formPlacementId: placementIds[0],
      formPlacement: { rowId: placementIds[0], publicKey: `fpk_${placementIds[0]}` },
      channelId: channelIds[1],
      channel: { rowId: channelIds[1], name: "Website", surface: "WEBSITE" },
      connectionId: connectionIds[0],
      clickId: "abc",
      clickIdKind: "gclid",
      customerId: customerIds[0],
      discountCodeId: discountCodeIds[0],
      discountCode: { __typename: "DiscountCode", rowId: discountCodeIds[0] },
      originRef: "mail",
      partnerId: partnerIds[0],
      partner: { __typename: "Partner", rowId: partnerIds[0] },
      sessionId: "s1",
      shortLinkId: shortLinkIds[0],
      visitorId: "v1",
      answers: given.answers,
      trustScore: 0.25,
      trustReasons: ["honeypot"],
    });
  });

  it("returns null for missing references, and for a deleted form or placement", async () => {
    const client = fixture.client();
    const placementId = newId();
    const id = await addResponse(fixture, client, { form_placement_id: placementId });
    expect(await getResponse(client, id)).toMatchObject({
      status: "INCOMPLETE",
      form: null,
      formPlacementId: placementId,
      formPlacement: null,
      channel: null,
      discountCode: null,
      partner: null,
      trustScore: null,
      trustReasons: [],
    });
  });

  it("returns null for an unknown id and another workspace's, also as an entity", async () => {
    const client = fixture.client();
    const id = await addResponse(fixture, client, {});
    const stranger = fixture.client();
    expect(await getResponse(stranger, id)).toBeNull();
    expect(await getResponse(client, newId())).toBeNull();
    expect(await stranger.entities("FormResponse", [id], "rowId status")).toEqual([null]);
    expect(await client.entities("FormResponse", [id], "rowId status")).toEqual([{ rowId: id, status: "INCOMPLETE" }]);
  });
});

describe("a response with grants that wait for a known or verified customer", () => {
  it("has a warning, which needs no further SQL statement", async () => {
    const client = fixture.client();
    const { formId, customerIds } = await seed(client);
    const read = async (id: string, of = client) => {
      const text = "query ($id: UUID!) { get_form_response(id: $id) { rowId status } }";
      const [{ extensions }, count] = await countReads(fixture, () => of.call(text, { id }));
      return [(extensions?.warnings ?? []).map(({ code, recordIds }) => `${code} ${recordIds}`), count];
    };
    const addGrant = (responseId: string, state: number) =>
      fixture.admin.query(
        `INSERT INTO grant_references (row_id, workspace_id, created_at, updated_at, form_response_id, kind, state)
         VALUES ($1, $2, now(), now(), $3, 'billing_credit', $4)`,
        [newId(), client.workspaceId, responseId, state],
      );
    const add = (customer_id: string | null | undefined, customer_verified: boolean) =>
      addResponse(fixture, client, { form_id: formId, form_variant_id: newId(), customer_id, customer_verified });
    const [first, second, claimed] = [await add(null, false), await add(customerIds[0], true), await add(customerIds[0], false)];
    await addGrant(first, grantStates.indexOf("ISSUED"));
    for (const id of [second, claimed]) await addGrant(id, grantStates.indexOf("PENDING"));
    expect((await read(first))[0]).toEqual([]);
    expect((await read(second))[0]).toEqual([]);
    expect((await read(claimed))[0]).toEqual([`GRANT_WITHOUT_CUSTOMER ${claimed}`]);
    await addGrant(first, grantStates.indexOf("PENDING"));
    expect(await read(first)).toEqual([[`GRANT_WITHOUT_CUSTOMER ${first}`], 1]);
    expect((await read(first, fixture.client()))[0]).toEqual([]);
  });
});
