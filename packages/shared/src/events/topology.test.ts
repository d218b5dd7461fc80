import { expect, it } from "vitest";
import { assertListed, eventServices, topology } from "./topology.js";

it("names services alone as producers", () => {
  for (const consumers of Object.values(topology))
    for (const producer of Object.values(consumers)) expect(eventServices).toContain(producer);
});

it("refuses a consumer that NATS would refuse, and says what to do", () => {
  expect(() => assertListed("forms", "keep-forms", "incentives")).toThrow("topology.ts");
  expect(() => assertListed("forms", "keep-incentives", "discounts")).toThrow("forms/keep-incentives of the events of discounts");
  expect(() => assertListed("forms", "keep-incentives", "incentives")).not.toThrow();
});
