import type { UserErrorCode, Violations } from "@offergraph/shared/errors/user-error";
import { isUuid } from "@offergraph/shared/schema/formats";
import { isObject, type Json } from "./draft-walk.js";
import type { Path } from "./fields.js";

type Check = (value: unknown, path: Path, violations: Violations) => void;

interface Field {
  required?: true;
  check: Check;
}

/** Returns false for text that PostgreSQL cannot store: NUL characters or unpaired surrogates. */
const isKeepable = (text: string) => !/[\p{Surrogate}\0]/u.test(text);

const text =
  (most: number): Check =>
  (value, path, violations) => {
    const report = (code: UserErrorCode) => violations.add(path, code, `${path.at(-1)} must be a string of 1-${most} characters.`);
    if (typeof value !== "string") report("INVALID");
    else if (value.trim() === "") report("TOO_SHORT");
    else if (value.length > most) report("TOO_LONG");
    else if (!isKeepable(value)) violations.add(path, "INVALID", `${path.at(-1)} must not contain NUL characters or unpaired surrogates.`);
  };

const uuid: Check = (value, path, violations) => {
  if (!isUuid(value)) violations.add(path, "INVALID", `${path.at(-1)} must be a UUID.`);
};

const ref: Check = (value, path, violations) => {
  const isNamed = isObject(value) && Object.keys(value).length === 1 && "name" in value;
  text(255)(isNamed ? value.name : value, path, violations);
};

const deepest = 20;
export const maxFound = 100;
const maxFields = 50;
const maxNames = 1000;
const longestAnswers = 256 * 1024;

const answers: Check = (value, path, violations) => {
  if (!isObject(value)) violations.add(path, "INVALID", "`answers` must be an object whose keys are the names of questions.");
  else if (!checkNames(value, path, violations)) return;
  else if (!isShallow(value, deepest))
    violations.add(
      path,
      "INVALID",
      `The value of \`answers\` must have at most ${deepest} levels of nesting. Each list or object must have at most ${maxNames} members.`,
    );
  else if (!checkLength(value, path, violations)) return;
  else
    for (const [name, answer] of Object.entries(value))
      if (!isKeepable(name) || !isWhollyKeepable(answer))
        violations.add([...path, name], "INVALID", "The answer must not contain NUL characters or unpaired surrogates.");
};

function checkNames(answers: Json, path: Path, violations: Violations): boolean {
  const count = Object.keys(answers).length;
  if (count > maxNames) violations.add(path, "LIMIT_EXCEEDED", `At most ${maxNames} answers are allowed, but the response has ${count}.`);
  return count <= maxNames;
}

/** Adds a violation and returns false if the answers exceed a limit. */
export function checkLength(answers: Json, path: Path, violations: Violations): boolean {
  if (!checkNames(answers, path, violations)) return false;
  const fits = JSON.stringify(answers).length <= longestAnswers;
  if (!fits) violations.add(path, "TOO_LONG", `As JSON, \`answers\` must have at most ${longestAnswers} characters.`);
  return fits;
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  const members = Object.values(value);
  return levels > 0 && members.length <= maxNames && members.every((member) => isShallow(member, levels - 1));
}

function isWhollyKeepable(value: unknown): boolean {
  if (typeof value === "string") return isKeepable(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, member]) => isKeepable(name) && isWhollyKeepable(member));
}

export const signatureFormat = /^[0-9a-f]{64}$/i;

const signature: Check = (value, path, violations) => {
  if (typeof value !== "string" || !signatureFormat.test(value))
    violations.add(path, "INVALID", "`signature` must be the HMAC-SHA256 of `ref` with the placement's secret, in 64 hexadecimal digits.");
};

const customerFields: Record<string, Field> = {
  ref: { required: true, check: text(255) },
  email: { check: text(320) },
  name: { check: text(255) },
  signature: { check: signature },
};

const customer: Check = (value, path, violations) => {
  if (isObject(value)) checkFields(value, customerFields, path, violations);
  else violations.add(path, "INVALID", "`customer` must be an object with `ref`. The fields `email`, `name` and `signature` are optional.");
};

const outcome: Check = (value, path, violations) => {
  if (value !== "COMPLETE" && value !== "SKIPPED") violations.add(path, "INVALID", "`outcome` must be COMPLETE or SKIPPED.");
};

const trap: Check = (value, path, violations) => {
  if (typeof value !== "string") violations.add(path, "INVALID", "`trap` must be a string.");
};

export const startFields: Record<string, Field> = {
  id: { required: true, check: uuid },
  visitorId: { required: true, check: text(255) },
  sessionId: { check: text(255) },
  clickId: { check: text(255) },
  clickIdKind: { check: text(255) },
  originRef: { check: text(2048) },
  customer: { check: customer },
  discountCode: { check: ref },
  partner: { check: ref },
  formVariantId: { check: uuid },
  answers: { check: answers },
  trap: { check: trap },
};

export const changeFields: Record<string, Field> = {
  answers: { check: answers },
  customer: { check: customer },
  outcome: { check: outcome },
  trap: { check: trap },
};

export const viewFields: Record<string, Field> = { formVariantId: { required: true, check: uuid } };

/** Checks the fields of an object. Treats a field with the value null as absent. */
export function checkFields(given: Json, known: Record<string, Field>, path: Path, violations: Violations): void {
  const count = Object.keys(given).length;
  if (count > maxFields) {
    violations.add(path, "LIMIT_EXCEEDED", `This object must have at most ${maxFields} fields, but has ${count}.`);
    return;
  }
  for (const name of Object.keys(given))
    if (!Object.hasOwn(known, name))
      violations.add([...path, name], "UNKNOWN_FIELD", `Unknown field ${name.slice(0, 100)}; allowed: ${Object.keys(known).join(", ")}.`);
  for (const [name, { required, check }] of Object.entries(known)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if ((value ?? null) !== null) check(value, [...path, name], violations);
    else if (required) violations.add([...path, name], "REQUIRED", `${name} is required.`);
  }
}
