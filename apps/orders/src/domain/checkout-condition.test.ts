import { expect, it } from "vitest";
import { filterOfCondition } from "./checkout-condition.js";

it("asks for equality, for null where null is given, and for nothing where nothing is", () => {
  const rowId = "01980000-0000-7000-8000-000000000000";
  expect(filterOfCondition({ rowId, orderId: null, stage: undefined })).toEqual({ rowId: { equalTo: rowId }, orderId: { isNull: true } });
  expect(filterOfCondition(null)).toEqual({});
});

it("leaves a partner's name to be looked up", () =>
  expect(filterOfCondition({ partnerId: { name: "Ann" } })).toEqual({ partnerId: { name: "Ann" } }));
