import { formResponseCompleted, formResponseCustomerIdentified, formResponseSkipped } from "@offergraph/shared/contracts/events/forms";
import { newId } from "@offergraph/shared/time/ids";
import { responseOf } from "@offergraph/testkit/responses";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { responseStatuses } from "../domain/ranks.js";
import { startToldWorld, type ToldWorld } from "../testing/told-world.js";

let world: ToldWorld;
let mine: string;
beforeAll(async () => {
  world = await startToldWorld(inject("adminUrl"));
});
afterAll(() => world?.stop());
beforeEach(() => {
  mine = newId();
});

const kept = async () => (await world.admin.query("SELECT * FROM form_response_references WHERE workspace_id = $1", [mine])).rows;

describe("the replica of a response", () => {
  it("has its outcome, customer and references", async () => {
    const response = responseOf({ customerId: newId(), clickId: "c1", discountCodeId: newId(), partnerId: newId() });
    await world.tell(formResponseCompleted, mine, response.rowId, response);
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
      },
    ]);
  });

  it("distinguishes skipped from completed responses", async () => {
    const response = responseOf({ status: "SKIPPED" });
    await world.tell(formResponseSkipped, mine, response.rowId, response);
    expect(await kept()).toMatchObject([{ status: responseStatuses.indexOf("SKIPPED") }]);
  });

  it("has a customer that is identified later, and keeps it if the outcome's event is repeated", async () => {
    const response = responseOf();
    const customerId = newId();
    await world.tell(formResponseCompleted, mine, response.rowId, response);
    expect(await kept()).toMatchObject([{ customer_id: null }]);
    await world.tell(formResponseCustomerIdentified, mine, response.rowId, { ...response, customerId, customerRef: "ann" });
    expect(await kept()).toMatchObject([{ customer_id: customerId }]);
    await world.tell(formResponseCompleted, mine, response.rowId, response);
    expect(await kept()).toMatchObject([{ customer_id: customerId }]);
  });

  it("marks a customer as unverified if a signature was expected, until it is verified", async () => {
    const response = responseOf({ customerId: newId(), customerRef: "ann", verificationExpected: true });
    await world.tell(formResponseCompleted, mine, response.rowId, response);
    expect(await kept()).toMatchObject([{ customer_id: response.customerId, customer_is_claim: true }]);
    const verified = { ...response, customerId: response.customerId ?? "", customerRef: "ann", customerVerified: true };
    await world.tell(formResponseCustomerIdentified, mine, response.rowId, verified);
    expect(await kept()).toMatchObject([{ customer_id: response.customerId, customer_is_claim: false }]);
    await world.tell(formResponseCompleted, mine, response.rowId, response);
    expect(await kept()).toMatchObject([{ customer_is_claim: false }]);
  });
});
