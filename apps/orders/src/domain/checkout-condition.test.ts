import { expect, it } from "vitest";
import { filterOfCondition } from "./checkout-condition.js";

it("compiles values to equality, null to IS NULL, and nothing to no condition", () => {
  const rowId = "01980000-0000-7000-8000-000000000000";
  expect(filterOfCondition({ rowId, orderId: null, stage: undefined })).toEqual({ rowId: { equalTo: rowId }, orderId: { isNull: true } });
  expect(filterOfCondition(null)).toEqual({});
});

it("resolves a partner's name by lookup", () =>
  expect(filterOfCondition({ partnerId: { name: "Ann" } })).toEqual({ partnerId: { name: "Ann" } }));
