import { expect, it } from "vitest";
import { summaryOf } from "./checkouts-summary.js";

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
