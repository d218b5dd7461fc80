import { expect, it } from "vitest";
import { boundsOf, decidesWhatCounts, seriesOf } from "./order-series.js";

it("is limited only by placedAt and placedDay of both filters", () => {
  const filter = { placedAt: { lessThan: "1970-01-09T00:00:00Z" }, createdAt: { greaterThan: "1970-01-08T00:00:00Z" } };
  expect(boundsOf({ ...filter, placedDay: { greaterThan: "1970-01-01" } }, {}, "UTC")).toEqual({ first: 1, last: 7 });
  expect(boundsOf(filter, { and: [{ placedDay: { greaterThanOrEqualTo: "1970-01-03" } }] }, "UTC")).toEqual({ first: 2, last: 7 });
  expect(boundsOf(null, { placedDay: { lessThanOrEqualTo: "1970-01-03" } }, "UTC")).toEqual({ first: undefined, last: 2 });
  expect(boundsOf(filter, { or: [{ placedDay: { equalTo: "1970-01-02" } }] }, "UTC")).toEqual({ first: undefined, last: 7 });
});

it.each([
  [undefined, false],
  [{}, false],
  [{ isReal: {} }, false],
  [{ placedDay: { equalTo: "2026-01-01" }, and: [{ customerRef: { equalTo: "ann" } }], not: {} }, false],
  [{ isReal: { equalTo: true } }, true],
  [{ or: [{}, { and: [{ not: { orderStatus: { in: ["OPEN"] } } }] }] }, true],
  [{ not: { financialStatus: { isNull: true } } }, true],
  [{ and: [{ fulfillmentStatus: { equalTo: "OPEN" } }] }, true],
] as const)("detects if a filter sets isReal or a status: %j is %s", (filter, decides) => {
  expect(decidesWhatCounts(filter as Parameters<typeof decidesWhatCounts>[0])).toBe(decides);
});

it("has exact amounts, zeros on days without orders, and null if nothing is converted", () => {
  const found = [
    { day: "2026-01-01", count: 2, attributedRevenue: "9007199254740993000001", reportedAttributedRevenue: null },
    { day: "2026-01-03", count: 1, attributedRevenue: "-5000", reportedAttributedRevenue: "-5" },
  ];
  expect(seriesOf(["2026-01-01", "2026-01-02", "2026-01-03"], found, "eur")).toEqual([
    {
      day: "2026-01-01",
      count: 2,
      attributedRevenue: "900719925474099300.0001",
      reportedAttributedRevenue: null,
      reportingCurrency: "eur",
    },
    { day: "2026-01-02", count: 0, attributedRevenue: "0", reportedAttributedRevenue: "0", reportingCurrency: "eur" },
    { day: "2026-01-03", count: 1, attributedRevenue: "-0.5", reportedAttributedRevenue: "-0.0005", reportingCurrency: "eur" },
  ]);
});
