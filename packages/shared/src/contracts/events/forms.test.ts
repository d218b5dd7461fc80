import { responseOf } from "@offergraph/testkit/responses";
import { describe, expect, it } from "vitest";
import { pendingEvent } from "../cloud-event.js";
import { parseEvent } from "../parse-event.js";
import { formResponseCompleted } from "./forms.js";

const time = new Date("2026-05-01T10:00:00.000Z");

describe("an event of a response", () => {
  it("contains customerVerified", () => {
    const data = responseOf({ customerVerified: true, verificationExpected: true });
    const { event } = pendingEvent(formResponseCompleted, { workspaceId: data.formId, recordId: data.rowId, data, actor: null, time });
    expect(parseEvent([formResponseCompleted], event)?.data).toMatchObject({ customerVerified: true, verificationExpected: true });
  });
  it("without these fields has an unverified customer and a placement without a secret", () => {
    const data = responseOf();
    const { event } = pendingEvent(formResponseCompleted, { workspaceId: data.formId, recordId: data.rowId, data, actor: null, time });
    const { customerVerified, verificationExpected, ...old } = data;
    expect(parseEvent([formResponseCompleted], { ...event, data: old })?.data).toMatchObject({
      customerVerified: false,
      verificationExpected: false,
    });
  });
});
