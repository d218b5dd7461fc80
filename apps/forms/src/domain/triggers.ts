import type { Violations } from "@offergraph/shared/errors/user-error";
import { parse } from "css-what";
import type { FormTrigger, FormTriggerInput, FormTriggerType } from "../generated/types.js";
import type { Path } from "./fields.js";

const fields = ["matches", "delay_ms", "percent", "selector"] as const;
type Field = (typeof fields)[number];

const fieldOf: Record<FormTriggerType, Field | undefined> = {
  PAGE_URL: "matches",
  TIME_ON_PAGE: "delay_ms",
  SCROLL_DEPTH: "percent",
  EXIT_INTENT: undefined,
  CLICK_ELEMENT: "selector",
  ADD_TO_CART: "delay_ms",
};

/** A trigger that opens a form. Settings that do not apply to the trigger type are null. */
export type Trigger = Required<Omit<FormTrigger, "rowId" | "formId">>;

/** Reads and checks the triggers. The required setting depends on the trigger's type. Null counts as absent. */
export function readTriggers(given: readonly FormTriggerInput[], path: Path, violations: Violations): Trigger[] {
  return given.map((trigger, index) => {
    const { type, matches = null, delay_ms = null, percent = null, selector = null } = trigger;
    for (const field of fields) checkField(trigger, field, [...path, index, field], violations);
    return { type, matches: matches?.map(({ op, value }) => ({ op, value })) ?? null, delay_ms, percent, selector };
  });
}

function checkField(trigger: FormTriggerInput, field: Field, path: Path, violations: Violations): void {
  const { type } = trigger;
  const isGiven = (trigger[field] ?? null) !== null;
  if (field !== fieldOf[type]) {
    if (isGiven) violations.add(path, "UNKNOWN_FIELD", `A trigger of type ${type} must not have the setting ${field}; ${allowed(type)}.`);
  } else if (!isGiven) violations.add(path, "REQUIRED", `A trigger of type ${type} requires the setting ${field}.`);
  else if (field === "selector" && !violations.has(path) && !isSelector(trigger.selector ?? ""))
    violations.add(path, "INVALID", "selector must be a CSS selector, e.g. #checkout or button.buy.");
}

const allowed = (type: FormTriggerType) => (fieldOf[type] ? `its only setting is ${fieldOf[type]}` : "this type has no settings");

const relations: readonly string[] = ["child", "parent", "sibling", "adjacent", "descendant", "column-combinator"];

function isSelector(text: string): boolean {
  try {
    const selectors = parse(text);
    return selectors.length > 0 && selectors.every(([first]) => first !== undefined && !relations.includes(first.type));
  } catch {
    return false;
  }
}

const textOf = ({ type, matches, delay_ms, percent, selector }: Trigger) =>
  JSON.stringify([type, matches?.map(({ op, value }) => [op, value]), delay_ms, percent, selector]);

/** For each wanted trigger, returns the id of an existing trigger with equal settings, or undefined. Never returns an id twice. */
export function keptIds(existing: readonly (Trigger & { rowId: string })[], wanted: readonly Trigger[]): (string | undefined)[] {
  const free = [...existing];
  return wanted.map((trigger) => {
    const place = free.findIndex((one) => textOf(one) === textOf(trigger));
    return place < 0 ? undefined : free.splice(place, 1)[0]?.rowId;
  });
}
