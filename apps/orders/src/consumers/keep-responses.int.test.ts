import {
  formResponseCompleted,
  formResponseCustomerIdentified,
  formResponseDeleted,
  formResponseSkipped,
} from "@offergraph/shared/contracts/events/forms";
import { newId } from "@offergraph/shared/time/ids";
import { responseOf } from "@offergraph/testkit/responses";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { responseStatuses } from "../domain/ordinals.js";
import { type EventsFixture, startEventsFixture } from "../testing/events-fixture.js";

let fixture: EventsFixture;
let mine: string;
beforeAll(async () => {
  fixture = await startEventsFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  mine = newId();
});

const kept = async () => (await fixture.admin.query("SELECT * FROM form_response_references WHERE workspace_id = $1", [mine])).rows;

describe("the replica of a response", () => {
  it("has its outcome, customer and references", async () => {
    const response = responseOf({ customerId: newId(), clickId: "c1", discountCodeId: newId(), partnerId: newId(), channelId: newId() });
    await fixture.emitEvent(formResponseCompleted, mine, response.rowId, response);
    expect(await kept()).toEqual([
      {
        row_id: response.rowId,
        workspace_id: mine,
        status: responseStatuses.indexOf("COMPLETE"),
        completed_at: new Date(response.completedAt),
        customer_id: response.customerId,
        customer_is_claim: false,
        click_id: "c1",
        visitor_id: response.visitorId,
        discount_code_id: response.discountCodeId,
        partner_id: response.partnerId,
        channel_id: response.channelId,
      },
    ]);
  });

  it("keeps no link to its customer, click and visitor after its deletion", async () => {
    const [response, other] = [responseOf(), responseOf()];
    for (const one of [response, other]) await fixture.emitEvent(formResponseCompleted, mine, one.rowId, one);
    const { rowId, formId, createdAt } = response;
    await fixture.emitEvent(formResponseDeleted, mine, rowId, { rowId, formId, createdAt });
    const rows = await kept();
    expect(rows.find((row) => row.row_id === rowId)).toMatchObject({ customer_id: null, click_id: null, visitor_id: rowId });
    expect(rows.find((row) => row.row_id === other.rowId)).toMatchObject({ visitor_id: other.visitorId });
  });

  it("distinguishes skipped from completed responses", async () => {
    const response = responseOf({ status: "SKIPPED" });
    await fixture.emitEvent(formResponseSkipped, mine, response.rowId, response);
    expect(await kept()).toMatchObject([{ status: responseStatuses.indexOf("SKIPPED") }]);
  });

  it("has a customer that is identified later, and keeps it if the outcome's event is repeated", async () => {
    const response = responseOf();
    const customerId = newId();
    await fixture.emitEvent(formResponseCompleted, mine, response.rowId, response);
    expect(await kept()).toMatchObject([{ customer_id: null }]);
    await fixture.emitEvent(formResponseCustomerIdentified, mine, response.rowId, { ...response, customerId, customerRef: "ann" });
    expect(await kept()).toMatchObject([{ customer_id: customerId }]);
    await fixture.emitEvent(formResponseCompleted, mine, response.rowId, response);
    expect(await kept()).toMatchObject([{ customer_id: customerId }]);
  });

  it("marks a customer as unverified if a signature was expected, until it is verified", async () => {
    const response = responseOf({ customerId: newId(), customerRef: "ann", verificationExpected: true });
    await fixture.emitEvent(formResponseCompleted, mine, response.rowId, response);
    expect(await kept()).toMatchObject([{ customer_id: response.customerId, customer_is_claim: true }]);
    const verified = { ...response, customerId: response.customerId ?? "", customerRef: "ann", customerVerified: true };
    await fixture.emitEvent(formResponseCustomerIdentified, mine, response.rowId, verified);
    expect(await kept()).toMatchObject([{ customer_id: response.customerId, customer_is_claim: false }]);
    await fixture.emitEvent(formResponseCompleted, mine, response.rowId, response);
    expect(await kept()).toMatchObject([{ customer_is_claim: false }]);
  });
});
