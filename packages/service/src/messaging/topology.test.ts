import { expect, it } from "vitest";
import { assertListed, eventServices, topology } from "./topology.js";

it("lists only services as producers", () => {
  for (const consumers of Object.values(topology))
    for (const producer of Object.values(consumers)) expect(eventServices).toContain(producer);
});

it("rejects an unlisted consumer and says what to do", () => {
  expect(() => assertListed("forms", "keep-forms", "incentives")).toThrow("topology.ts");
  expect(() => assertListed("forms", "keep-incentives", "discounts")).toThrow("forms/keep-incentives for events of discounts");
  expect(() => assertListed("forms", "keep-incentives", "incentives")).not.toThrow();
});
