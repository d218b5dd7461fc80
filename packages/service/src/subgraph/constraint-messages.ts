import type { UserErrorCode } from "@offergraph/shared/errors/user-error";
import { formatNamed } from "@offergraph/shared/schema/formats";
import type { DefinedError } from "ajv";

export interface Finding {
  code: UserErrorCode;
  /** The end of a sentence that describes the error, for example "must have 1-255 characters". */
  words: string;
}

type Part = Record<string, unknown>;

function span(part: Part, least: string, most: string, unit: string): string {
  const [from, to] = [part[least], part[most]];
  if (from !== undefined && to !== undefined) return `must have ${from === to ? from : `${from}-${to}`} ${unit}s`;
  return from !== undefined
    ? `must have at least ${from} ${unit}${from === 1 ? "" : "s"}`
    : `may have at most ${to} ${unit}${to === 1 ? "" : "s"}`;
}

function range(part: Part): string {
  const { minimum, maximum } = part;
  if (minimum !== undefined && maximum !== undefined) return `must be between ${minimum} and ${maximum}`;
  return minimum !== undefined ? `must be at least ${minimum}` : `may be at most ${maximum}`;
}

function described(part: Part): string {
  const description = typeof part.description === "string" ? part.description : "";
  return description ? `has an invalid format (${description})` : "has an invalid format";
}

/** Converts an Ajv error to an error code and a message. The Ajv option `verbose` must be set, because this function reads parentSchema. */
export function constraintViolation(error: DefinedError): Finding {
  const part = (error.parentSchema ?? {}) as Part;
  switch (error.keyword) {
    case "minLength":
      return { code: "TOO_SHORT", words: span(part, "minLength", "maxLength", "character") };
    case "maxLength":
      return { code: "TOO_LONG", words: span(part, "minLength", "maxLength", "character") };
    case "minItems":
      return { code: "TOO_SHORT", words: span(part, "minItems", "maxItems", "item") };
    case "maxItems":
      return { code: "LIMIT_EXCEEDED", words: span(part, "minItems", "maxItems", "item") };
    case "minimum":
    case "maximum":
      return { code: "OUT_OF_RANGE", words: range(part) };
    case "format":
      return { code: "INVALID", words: formatNamed(error.params.format)?.check(undefined) ?? described(part) };
    default:
      return { code: "INVALID", words: described(part) };
  }
}
