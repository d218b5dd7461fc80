import { expect, it } from "vitest";
import { checkoutEvents } from "./checkout-events.js";
import { checkoutStatuses } from "./ranks.js";

it("reports a change to ABANDONED or CONVERTED, not an unchanged status", () => {
  const told = [null, ...checkoutStatuses].flatMap((before) =>
    checkoutStatuses.flatMap((after) => {
      const { abandoned, converted } = checkoutEvents(before && checkoutStatuses.indexOf(before), checkoutStatuses.indexOf(after));
      return [abandoned && "abandoned", converted && "converted"]
        .flatMap((what) => what || [])
        .map((what) => `${before} ${after}: ${what}`);
    }),
  );
  expect(told).toEqual([
    "null ABANDONED: abandoned",
    "null CONVERTED: converted",
    "ABANDONED CONVERTED: converted",
    "CONVERTED ABANDONED: abandoned",
    "OPEN ABANDONED: abandoned",
    "OPEN CONVERTED: converted",
  ]);
});
