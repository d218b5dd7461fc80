import { expect, it } from "vitest";
import { countedFilter, leftOutText } from "./counted-orders.js";

it("sums the same orders with and without other conditions, and says which orders are left out", () => {
  const [isReal, orderStatus, financialStatus] = [{ equalTo: true }, { notEqualTo: "CANCELLED" }, { notEqualTo: "VOIDED" }] as const;
  expect(countedFilter({})).toEqual({ isReal, orderStatus, financialStatus });
  expect(leftOutText({})).toMatch("leave out test, canceled and voided orders.");
  const paid = { financialStatus: { equalTo: "PAID" }, discountCodeId: "SPRING" } as const;
  expect(countedFilter(paid)).toEqual({ isReal, orderStatus, ...paid });
  expect(leftOutText(paid)).toMatch("leave out test and canceled orders.");
  const test = { isReal: { equalTo: false }, orderStatus: { equalTo: "OPEN" } } as const;
  expect(countedFilter(test)).toEqual({ ...test, financialStatus });
  expect(leftOutText(test)).toMatch("leave out voided orders.");
  const all = { ...test, ...paid };
  expect([countedFilter(all), leftOutText(all)]).toEqual([all, undefined]);
});
