import type { Violations } from "@offergraph/shared/errors/user-error";
import { isOrigin } from "@offergraph/shared/schema/origin";
import type { FormSurface } from "../generated/types.js";
import type { Path } from "./fields.js";

const positions = ["center", "bottom_left", "bottom_right"] as const;

type Check = (value: unknown, path: Path, violations: Violations) => void;
interface Setting {
  required: boolean;
  check: Check;
}

const maxOrigins = 50;
const longestUrl = 2048;

/** Settings for the identification of a visitor. The settings apply to visitors whose customer reference is unknown. */
const identity: Record<string, Setting> = {
  ask_email: { required: false, check: checkAskEmail },
  customer_question_key: { required: false, check: checkQuestionKey },
};

const settings: Record<FormSurface, Record<string, Setting>> = {
  IN_PLATFORM: { slot: { required: false, check: checkSlot } },
  WEBSITE: {
    allowed_origins: { required: true, check: checkOrigins },
    position: { required: false, check: checkPosition },
    ...identity,
  },
  EMAIL_SHAREABLE: { redirect_url: { required: false, check: checkRedirect }, ...identity },
};

export const asksEmail = (surface: FormSurface, config: Record<string, unknown>): boolean =>
  Object.hasOwn(settings[surface], "ask_email") && config.ask_email !== false;

export const customerQuestionOf = ({ customer_question_key: key }: Record<string, unknown>): string | null =>
  typeof key === "string" ? key : null;

export function checkConfig(surface: FormSurface, config: Record<string, unknown>, path: Path, violations: Violations): void {
  const known = settings[surface];
  for (const key of Object.keys(config)) {
    if (Object.hasOwn(known, key)) continue;
    const allowed = Object.keys(known).join(", ");
    violations.add([...path, key], "UNKNOWN_FIELD", `Unknown setting ${key} on the surface ${surface}; allowed: ${allowed}.`);
  }
  for (const [key, { required, check }] of Object.entries(known)) {
    const value = Object.hasOwn(config, key) ? config[key] : undefined;
    const at = [...path, key];
    if (value === null) violations.add(at, "REQUIRED", `${key} must not be null${required ? "" : `; omit ${key} instead`}.`);
    else if (value !== undefined) check(value, at, violations);
    else if (required) violations.add(at, "REQUIRED", `A placement on the surface ${surface} requires the setting ${key}.`);
  }
}

function checkSlot(value: unknown, path: Path, violations: Violations): void {
  if (typeof value !== "string") violations.add(path, "INVALID", "slot must be a string of 1-64 characters.");
  else if (value.length === 0) violations.add(path, "TOO_SHORT", "slot must have 1-64 characters.");
  else if ([...value].length > 64) violations.add(path, "TOO_LONG", "slot must have 1-64 characters.");
}

function checkOrigins(value: unknown, path: Path, violations: Violations): void {
  if (!Array.isArray(value)) violations.add(path, "INVALID", "allowed_origins must be a list of origins.");
  else if (value.length === 0) violations.add(path, "TOO_SHORT", `allowed_origins must have 1-${maxOrigins} origins.`);
  else if (value.length > maxOrigins) violations.add(path, "LIMIT_EXCEEDED", `allowed_origins must have 1-${maxOrigins} origins.`);
  if (!Array.isArray(value)) return;
  value.forEach((origin: unknown, index) => {
    const at = [...path, index];
    if (typeof origin !== "string" || !isOrigin(origin))
      violations.add(
        at,
        "INVALID",
        "An origin must be a scheme and a host, e.g. https://shop.example. Add a port only if it is not the default port. Paths and wildcards are not allowed.",
      );
    else if (value.indexOf(origin) < index) violations.add(at, "TAKEN", "Duplicate origin.");
  });
}

function checkPosition(value: unknown, path: Path, violations: Violations): void {
  if (!positions.some((position) => position === value))
    violations.add(path, "INVALID", `position must be one of ${positions.join(", ")}.`);
}

function checkRedirect(value: unknown, path: Path, violations: Violations): void {
  if (typeof value === "string" && value.length > longestUrl)
    violations.add(path, "TOO_LONG", `redirect_url must be at most ${longestUrl} characters.`);
  else if (typeof value !== "string" || !/^https:\/\/\S+$/i.test(value) || !URL.canParse(value))
    violations.add(path, "INVALID", "redirect_url must be an absolute https URL, e.g. https://shop.example/thanks.");
}

function checkAskEmail(value: unknown, path: Path, violations: Violations): void {
  if (typeof value !== "boolean") violations.add(path, "INVALID", "ask_email must be true or false.");
}

/** Checks only the format of the key. customer-question.ts checks that the model has the question. */
function checkQuestionKey(value: unknown, path: Path, violations: Violations): void {
  const words = "customer_question_key must be the name of a question, with 1-255 characters.";
  if (typeof value !== "string") violations.add(path, "INVALID", words);
  else if (value.trim() === "") violations.add(path, "TOO_SHORT", words);
  else if ([...value].length > 255) violations.add(path, "TOO_LONG", words);
}
