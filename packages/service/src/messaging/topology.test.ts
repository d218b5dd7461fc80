import { expect, it } from "vitest";
import { assertListed, eventServices, readConsumers } from "./topology.js";

const listOf = (service: string) => readConsumers(new URL(`../../../../apps/${service}/`, import.meta.url));

it("every service lists only services as producers", () => {
  const producers = eventServices.flatMap((service) => Object.values(listOf(service)));
  expect(producers.length).toBeGreaterThan(10);
  for (const producer of producers) expect(eventServices).toContain(producer);
});

it("rejects an unlisted consumer and says what to do", () => {
  const listed = listOf("forms");
  expect(() => assertListed("forms", listed, { name: "keep-forms", producer: "incentives" })).toThrow("apps/forms/package.json");
  expect(() => assertListed("forms", listed, { name: "keep-incentives", producer: "discounts" })).toThrow(
    "forms/keep-incentives for events of discounts",
  );
  expect(() => assertListed("forms", listed, { name: "keep-incentives", producer: "incentives" })).not.toThrow();
});
