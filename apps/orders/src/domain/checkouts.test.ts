import { expect, it } from "vitest";
import { checkoutEvents, filterOfCondition, summaryOf } from "./checkouts.js";
import { checkoutStatuses } from "./ordinals.js";

it("compiles values to equality, null to IS NULL, and nothing to no condition", () => {
  const rowId = "01980000-0000-7000-8000-000000000000";
  expect(filterOfCondition({ rowId, orderId: null, stage: undefined })).toEqual({ rowId: { equalTo: rowId }, orderId: { isNull: true } });
  expect(filterOfCondition(null)).toEqual({});
});

it("resolves a partner's name by lookup", () =>
  expect(filterOfCondition({ partnerId: { name: "Ann" } })).toEqual({ partnerId: { name: "Ann" } }));

it("reports a change to ABANDONED or CONVERTED, not an unchanged status", () => {
  const emitted = [null, ...checkoutStatuses].flatMap((before) =>
    checkoutStatuses.flatMap((after) => {
      const { abandoned, converted } = checkoutEvents(before && checkoutStatuses.indexOf(before), checkoutStatuses.indexOf(after));
      return [abandoned && "abandoned", converted && "converted"]
        .flatMap((what) => what || [])
        .map((what) => `${before} ${after}: ${what}`);
    }),
  );
  expect(emitted).toEqual([
    "null ABANDONED: abandoned",
    "null CONVERTED: converted",
    "ABANDONED CONVERTED: converted",
    "CONVERTED ABANDONED: abandoned",
    "OPEN ABANDONED: abandoned",
    "OPEN CONVERTED: converted",
  ]);
});

it("counts each checkout by its status and by its stage, and rates by the total", () => {
  const counts = [
    { status: 0, stage: 0, count: 3 },
    { status: 1, stage: 1, count: 2 },
    { status: 2, stage: 0, count: 1 },
    { status: 2, stage: 1, count: 2 },
  ];
  expect(summaryOf(counts)).toEqual({
    total: 8,
    open: 3,
    converted: 2,
    abandoned: 3,
    atCart: 4,
    atCheckout: 4,
    conversionRate: 0.25,
    abandonmentRate: 0.375,
  });
});

it("returns null rates without checkouts", () =>
  expect(summaryOf([])).toMatchObject({ total: 0, conversionRate: null, abandonmentRate: null }));
