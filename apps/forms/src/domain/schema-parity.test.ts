import { readFileSync } from "node:fs";
import { Violations } from "@offergraph/shared/errors/user-error";
import { acceptedNulls, schemaParity } from "@offergraph/testkit/schema-parity";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FormTriggerInput, QrStyleInput } from "../generated/types.js";
import { readBody, readTags } from "./body.js";
import { checkConfig } from "./placement-config.js";
import { readQrStyle } from "./qr-style.js";
import { checkSplit } from "./rotation.js";
import { readTriggers } from "./triggers.js";

const sdl = readFileSync(new URL("../../schema.graphql", import.meta.url), "utf8");
const isGood = (look: (violations: Violations) => unknown): boolean => {
  const violations = new Violations();
  look(violations);
  return !violations.any;
};
const orNone = (...values: unknown[]) => fc.constantFrom(undefined, null, ...values);
/** Returns the value without undefined properties, which JSON omits. */
const sent = <Value>(value: Value) => JSON.parse(JSON.stringify(value)) as Value;

describe("the published schema of a trigger", () => {
  const takes = schemaParity(sdl, "FormTriggerInput");
  const triggers = fc.record({
    type: fc.constantFrom("PAGE_URL", "TIME_ON_PAGE", "SCROLL_DEPTH", "EXIT_INTENT", "CLICK_ELEMENT", "ADD_TO_CART"),
    matches: orNone([{ op: "EXACT", value: "x" }]),
    delay_ms: orNone(0),
    percent: orNone(1),
    selector: orNone("#buy"),
  });
  it("accepts exactly what the domain accepts for each type", () => {
    const seen = new Set<string>();
    const check = (made: object) => {
      const trigger = sent(made) as FormTriggerInput;
      const good = isGood((violations) => readTriggers([trigger], ["triggers"], violations));
      seen.add(`${trigger.type} ${good}`);
      expect([takes(trigger), trigger]).toEqual([good, trigger]);
    };
    fc.assert(fc.property(triggers, check), { numRuns: 3000 });
    expect(seen.size).toBe(12);
  });
});

describe("the published schema of a placement's config", () => {
  const takes = schemaParity(sdl, "AddFormPlacementInput.config");
  const origin = "https://shop.example";
  const address = "https://shop.example/thanks";
  const identity = {
    ask_email: orNone(true, false, "true"),
    customer_question_key: orNone("mail", "", "  ", "é".repeat(255), "x".repeat(256), 1),
  };
  const configs = fc.oneof(
    fc.record({ slot: orNone("x", "", "é".repeat(64), "é".repeat(65), 1), other: fc.constantFrom(undefined, undefined, 1) }),
    fc.record({
      allowed_origins: orNone(
        [],
        [origin],
        [origin, "http://localhost:3000"],
        [origin, origin],
        [1],
        origin,
        Array.from({ length: 51 }, (_, port) => `${origin}:${port + 1}`),
      ),
      position: orNone("center", "bottom_right", "top", 1),
      ...identity,
    }),
    fc.record({
      redirect_url: orNone(address, "HTTPS://a.example", "http://a.example", "https://a b", `https://a.example/${"x".repeat(2048)}`, 1),
      ...identity,
    }),
    fc.record({ slot: orNone("x"), allowed_origins: orNone([origin]), redirect_url: orNone(address) }),
  );
  it("accepts what the domain accepts on any surface", () => {
    const seen = { good: 0, bad: 0 };
    const check = (made: object) => {
      const config = sent(made) as Record<string, unknown>;
      const good = (["IN_PLATFORM", "WEBSITE", "EMAIL_SHAREABLE"] as const).some((surface) =>
        isGood((violations) => checkConfig(surface, config, ["config"], violations)),
      );
      seen[good ? "good" : "bad"] += 1;
      expect([takes(config), config]).toEqual([good, config]);
    };
    fc.assert(fc.property(configs, check), { numRuns: 3000 });
    expect(Math.min(seen.good, seen.bad)).toBeGreaterThan(200);
  });
  it.each(["https://shop.example/", "https://*.shop.example", "https://shop.example?a", "ftp://shop.example", "shop.example"])(
    "refuses the origin %s",
    (bad) => {
      expect(takes({ allowed_origins: [bad] })).toBe(false);
    },
  );
});

it.each(["PublishFormInput.shares", "SetFormPromotionInput.shares"])("the declared schema of %s requires one main form", (coordinate) => {
  const takes = schemaParity(sdl, coordinate, "array");
  for (const mains of [[true], [false, true, false], [], [false], [true, true], [true, false, true]]) {
    const shares = mains.map((main, index) => ({ formId: `f${index}`, main, share: index === 0 ? 100 : 0 }));
    const faults = new Violations();
    checkSplit(shares, ["shares"], faults);
    expect([takes(shares), mains]).toEqual([!faults.list.some(({ code }) => code === "INVALID"), mains]);
  }
});

it("the published schema of tags accepts what the domain accepts", () => {
  const takes = schemaParity(sdl, "Tags");
  const names = fc.constantFrom("", "a", "é".repeat(180), "😀".repeat(180), "é".repeat(181));
  const tags = fc.dictionary(
    fc.oneof({ arbitrary: fc.string({ minLength: 1, maxLength: 5 }), weight: 4 }, names),
    fc.oneof(fc.constantFrom("red", "default", "gray"), fc.constantFrom("Red", "#ff0000", null, 1)),
    {
      maxKeys: 2,
    },
  );
  fc.assert(
    fc.property(tags, (given) => {
      fc.pre(!Object.hasOwn(given, "__proto__"));
      expect([takes(given), given]).toEqual([isGood((violations) => readTags(given, ["tags"], violations)), given]);
    }),
    { numRuns: 2000 },
  );
});

it.each<[string, number, (given: object, violations: Violations) => unknown]>([
  ["CreateFormBody", 2, (given, violations) => readBody(given, ["body"], violations)],
  ["UpdateFormBody", 8, (given, violations) => readBody(given, ["body"], violations)],
  ["QrStyleInput", 4, (given, violations) => readQrStyle(given as QrStyleInput, ["qr"], violations)],
])("declares null in %s as the domain accepts it", (type, count, read) => {
  const { taken, refused } = acceptedNulls(sdl, type);
  const takes = (key: string) => isGood((violations) => read({ [key]: null }, violations));
  expect([refused.length, taken.filter((key) => !takes(key)), refused.filter(takes)]).toEqual([count, [], []]);
});
