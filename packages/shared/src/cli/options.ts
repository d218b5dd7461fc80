import { InvalidArgumentError, Option } from "commander";
import { isUuid } from "../schema/formats.js";
import { nameProblem } from "../schema/name-text.js";

/** The option `--workspace`. Defaults to `OFFERGRAPH_WORKSPACE`, which the root CLI sets to the demo workspace. */
export function workspaceOption(): Option {
  return new Option("--workspace <id>", "the workspace").env("OFFERGRAPH_WORKSPACE").argParser(id).makeOptionMandatory();
}

/** --json: machine-readable output. */
export function jsonOption(): Option {
  return new Option("--json", "print JSON on one line").default(false);
}

/** Parses a UUID. Like all parsers in this file, throws commander's InvalidArgumentError for an invalid value. */
export function id(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError("The value must be a UUID.");
  return text.toLowerCase();
}

/** Parses one of the allowed words, ignoring case. */
export function oneOf<Word extends string>(...allowed: readonly Word[]): (text: string) => Word {
  return (text) => {
    const found = allowed.find((word) => word.toLowerCase() === text.toLowerCase());
    if (!found) throw new InvalidArgumentError(`The value must be one of: ${allowed.join(", ").toLowerCase()}.`);
    return found;
  };
}

/** Parses a text of 1-255 characters that is safe to print on a terminal. */
export function words(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > 255 || /\p{Cc}/u.test(trimmed))
    throw new InvalidArgumentError("The value must have 1-255 characters and no control characters.");
  const wrong = nameProblem(trimmed);
  if (wrong !== undefined) throw new InvalidArgumentError(`The value ${wrong}.`);
  return trimmed;
}

/** Parses a time with a time zone, for example 2026-11-28T10:00:00Z. */
export function time(text: string): Date {
  const parsed = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text) || Number.isNaN(parsed.getTime()))
    throw new InvalidArgumentError("The value must be a time with a time zone, for example 2026-11-28T10:00:00Z.");
  return parsed;
}

/** Returns the id from an option or an argument. Throws a plain Error, because commander handles InvalidArgumentError only in parsers. */
export function given(option: string | undefined, bare: string | undefined, name: string): string {
  const value = option ?? bare;
  if (value === undefined) throw new Error(`Missing id. Pass --${name} <id>.`);
  return value;
}
