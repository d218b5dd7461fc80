import { Violations } from "@offergraph/shared/errors/user-error";
import { describe, expect, it } from "vitest";
import type { FormSurface } from "../generated/types.js";
import { checkConfig } from "./placement-config.js";

function faults(surface: FormSurface, config: Record<string, unknown>): string[] {
  const violations = new Violations();
  checkConfig(surface, config, ["config"], violations);
  return violations.list.map(({ field, code }) => `${field.slice(1).join(".")} ${code}`);
}
const origins = (count: number) => Array.from({ length: count }, (_, index) => `https://a${index}.example`);

describe("a placement's config", () => {
  it.each<[FormSurface, Record<string, unknown>]>([
    ["IN_PLATFORM", {}],
    ["IN_PLATFORM", { slot: "😀".repeat(64) }],
    ["WEBSITE", { allowed_origins: origins(50), position: "center" }],
    ["WEBSITE", { allowed_origins: ["http://localhost:3000", "https://localhost:3000"] }],
    ["EMAIL_SHAREABLE", {}],
    ["EMAIL_SHAREABLE", { ask_email: false, customer_question_key: "mail" }],
    ["WEBSITE", { allowed_origins: origins(1), ask_email: true, customer_question_key: "é".repeat(255) }],
    ["EMAIL_SHAREABLE", { redirect_url: `https://a.example/${"x".repeat(2030)}` }],
  ])("on %s takes %j", (surface, config) => expect(faults(surface, config)).toEqual([]));

  it.each<[FormSurface, Record<string, unknown>, string[]]>([
    ["IN_PLATFORM", { slot: "" }, ["slot TOO_SHORT"]],
    ["IN_PLATFORM", { slot: "x".repeat(65) }, ["slot TOO_LONG"]],
    ["IN_PLATFORM", { slot: 1 }, ["slot INVALID"]],
    ["IN_PLATFORM", { ask_email: true, customer_question_key: "a" }, ["ask_email UNKNOWN_FIELD", "customer_question_key UNKNOWN_FIELD"]],
    ["EMAIL_SHAREABLE", { ask_email: "true", customer_question_key: " " }, ["ask_email INVALID", "customer_question_key TOO_SHORT"]],
    [
      "EMAIL_SHAREABLE",
      { ask_email: null, customer_question_key: "x".repeat(256) },
      ["ask_email REQUIRED", "customer_question_key TOO_LONG"],
    ],
    ["IN_PLATFORM", { slot: null, allowed_origins: [] }, ["allowed_origins UNKNOWN_FIELD", "slot REQUIRED"]],
    ["WEBSITE", {}, ["allowed_origins REQUIRED"]],
    ["WEBSITE", { allowed_origins: "https://a.example" }, ["allowed_origins INVALID"]],
    ["WEBSITE", { allowed_origins: [], position: "above" }, ["allowed_origins TOO_SHORT", "position INVALID"]],
    ["WEBSITE", { allowed_origins: origins(51) }, ["allowed_origins LIMIT_EXCEEDED"]],
    [
      "WEBSITE",
      { allowed_origins: ["https://a.example", "https://a.example/b", "https://a.example", 7] },
      ["allowed_origins.1 INVALID", "allowed_origins.2 TAKEN", "allowed_origins.3 INVALID"],
    ],
    ["EMAIL_SHAREABLE", { redirect_url: "http://a.example" }, ["redirect_url INVALID"]],
    ["EMAIL_SHAREABLE", { redirect_url: "/thanks" }, ["redirect_url INVALID"]],
    ["EMAIL_SHAREABLE", { redirect_url: `https://a.example/${"x".repeat(2031)}` }, ["redirect_url TOO_LONG"]],
    ["EMAIL_SHAREABLE", { slot: "top", toString: 1 }, ["slot UNKNOWN_FIELD", "toString UNKNOWN_FIELD"]],
  ])("on %s refuses %j", (surface, config, expected) => expect(faults(surface, config)).toEqual(expected));
});
