import type { UserErrorCode, Violations } from "@offergraph/shared/errors/user-error";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import type { IncentiveKind } from "../generated/types.js";
import type { Path } from "./fields.js";
import { kinds } from "./kinds.js";

/** Terms of a rule. The schema of the rule's kind is in kinds.ts. */
export type Terms = Record<string, unknown>;

const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true, allowUnionTypes: true });
const checks = new Map(kinds.map(({ slug, termsOptional, termsSchema }) => [slug, { termsOptional, validate: ajv.compile(termsSchema) }]));

const codes: Record<string, UserErrorCode> = {
  required: "REQUIRED",
  additionalProperties: "UNKNOWN_FIELD",
  minLength: "TOO_SHORT",
  maxLength: "TOO_LONG",
  maxProperties: "TOO_LONG",
  minimum: "OUT_OF_RANGE",
  maximum: "OUT_OF_RANGE",
};

export function readTerms(kind: IncentiveKind, given: Terms | null | undefined, path: Path, violations: Violations): Terms {
  const check = checks.get(kind);
  if (!check) throw new Error(`Invariant violated: no terms schema for kind ${kind}.`);
  if (!given) {
    if (!check.termsOptional) violations.add(path, "REQUIRED", `\`terms\` is required for rules of kind ${kind}.`);
    return {};
  }
  if (check.validate(given)) return given;
  for (const error of check.validate.errors ?? []) addFinding(error, path, violations);
  return given;
}

function addFinding(error: ErrorObject, path: Path, violations: Violations): void {
  const { keyword, instancePath, propertyName } = error;
  // Skips this error, because each invalid name already has its own error.
  if (keyword === "propertyNames") return;
  const key = propertyName ?? error.params.missingProperty ?? error.params.additionalProperty;
  const at = [...path, ...instancePath.split("/").slice(1).map(unescapePointer), ...(key === undefined ? [] : [key])];
  violations.add(at, codes[keyword] ?? "INVALID", sentence(at.at(-1), error));
}

function sentence(name: unknown, { keyword, parentSchema }: ErrorObject): string {
  const { description, properties } = parentSchema as { description?: string; properties?: object };
  const known = Object.keys(properties ?? {}).join(", ");
  if (keyword === "additionalProperties") return `${name} is not allowed. Allowed: ${known}.`;
  if (keyword === "required") return `${name} is required.`;
  return `${name} must be ${description}.`;
}

/** Decodes a token of a JSON Pointer (RFC 6901). */
function unescapePointer(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}
