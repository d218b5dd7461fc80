import type { Violations } from "@offergraph/shared/errors/user-error";
import { parse } from "css-what";
import type { FormTriggerInput, FormTriggerType, PageUrlMatch } from "../generated/types.js";
import type { Path } from "./fields.js";

const fields = ["matches", "delay_ms", "percent", "selector"] as const;
type Field = (typeof fields)[number];

/** What each kind of trigger takes, and has to be given. */
const fieldOf: Record<FormTriggerType, Field | undefined> = {
  PAGE_URL: "matches",
  TIME_ON_PAGE: "delay_ms",
  SCROLL_DEPTH: "percent",
  EXIT_INTENT: undefined,
  CLICK_ELEMENT: "selector",
  ADD_TO_CART: "delay_ms",
};

/** What opens a form: of the four settings the one that its kind takes. */
export interface Trigger {
  type: FormTriggerType;
  matches: PageUrlMatch[] | null;
  delay_ms: number | null;
  percent: number | null;
  selector: string | null;
}

/**
 * The triggers that are given. Adds a violation for each field that a kind lacks, and for each that belongs to another kind;
 * null counts as left out. Bounds are the schema's own and have been looked at before.
 */
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
    if (isGiven) violations.add(path, "UNKNOWN_FIELD", `A trigger of the kind ${type} has no ${field}${takes(type)}.`);
  } else if (!isGiven) violations.add(path, "REQUIRED", `A trigger of the kind ${type} has to have ${field}.`);
  else if (field === "selector" && !violations.has(path) && !isSelector(trigger.selector ?? ""))
    violations.add(path, "INVALID", "selector has to be a CSS selector, e.g. #checkout or button.buy.");
}

const takes = (type: FormTriggerType) => (fieldOf[type] ? `: it takes ${fieldOf[type]}` : ": it takes no further field");

const relations: readonly string[] = ["child", "parent", "sibling", "adjacent", "descendant", "column-combinator"];

/** Whether a text reads as CSS selectors of which each begins with what is looked for. */
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

/** The ids of wanted triggers that are there already, each taken once; undefined for a new one. */
export function keptIds(existing: readonly (Trigger & { rowId: string })[], wanted: readonly Trigger[]): (string | undefined)[] {
  const free = [...existing];
  return wanted.map((trigger) => {
    const place = free.findIndex((one) => textOf(one) === textOf(trigger));
    return place < 0 ? undefined : free.splice(place, 1)[0]?.rowId;
  });
}
