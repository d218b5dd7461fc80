import { Violations } from "@offergraph/shared/errors/user-error";
import { describe, expect, it } from "vitest";
import type { FormTriggerInput } from "../generated/types.js";
import { keptIds, readTriggers } from "./triggers.js";

function faults(...given: FormTriggerInput[]): string[] {
  const violations = new Violations();
  readTriggers(given, ["triggers"], violations);
  return violations.list.map(({ field, code }) => `${field.slice(1).join(".")} ${code}`);
}
const whole = {
  PAGE_URL: { type: "PAGE_URL", matches: [{ op: "EXACT", value: "https://a.example/" }] },
  TIME_ON_PAGE: { type: "TIME_ON_PAGE", delay_ms: 0 },
  SCROLL_DEPTH: { type: "SCROLL_DEPTH", percent: 50 },
  EXIT_INTENT: { type: "EXIT_INTENT" },
  CLICK_ELEMENT: { type: "CLICK_ELEMENT", selector: "#buy" },
  ADD_TO_CART: { type: "ADD_TO_CART", delay_ms: 100 },
} as const satisfies Record<string, FormTriggerInput>;
const all = Object.values(whole);
const everyField = { matches: [], delay_ms: 0, percent: 1, selector: "a" };

describe("triggers", () => {
  it("accept exactly the setting of their type; others are null", () => {
    const violations = new Violations();
    expect(readTriggers(all, [], violations)).toEqual(
      all.map((trigger) => ({ matches: null, delay_ms: null, percent: null, selector: null, ...trigger })),
    );
    expect(violations.any).toBe(false);
    expect(faults({ type: "EXIT_INTENT", matches: null, delay_ms: null, percent: null, selector: null })).toEqual([]);
  });

  it.each(all)("reject a $type without its setting or with one of another type", (trigger) => {
    const { type, ...own } = trigger;
    const [field] = Object.keys(own);
    expect(faults({ type })).toEqual(field ? [`0.${field} REQUIRED`] : []);
    const others = ["matches", "delay_ms", "percent", "selector"].filter((name) => name !== field);
    expect(faults({ ...everyField, ...trigger })).toEqual(others.map((name) => `0.${name} UNKNOWN_FIELD`));
  });

  it.each([" ", "a,", "a[", "div {", "a )", "> a", "b, ~ a"])("reject the invalid selector %j", (selector) =>
    expect(faults({ type: "CLICK_ELEMENT", selector })).toEqual(["0.selector INVALID"]),
  );
  it.each(["button.buy > span", "a:not([href^='#'])", "#a, .b", "tr:nth-child(2n+1)"])("accept the selector %j", (selector) =>
    expect(faults({ type: "CLICK_ELEMENT", selector })).toEqual([]),
  );

  it("keep the ids of equal existing ones at any position", () => {
    const [url, time, scroll] = readTriggers(all.slice(0, 3), [], new Violations());
    if (!url || !time || !scroll) throw new Error("There are three.");
    const existing = [url, time, scroll].map((trigger, index) => ({ ...trigger, rowId: `id ${index}` }));
    expect(keptIds(existing, [scroll, url, url, { ...time, delay_ms: 1 }])).toEqual(["id 2", "id 0", undefined, undefined]);
  });
});
