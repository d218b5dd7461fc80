import { InvalidArgumentError, Option } from "commander";
import { isUuid } from "../schema/formats.js";
import { whatIsWrongWithName } from "../schema/name-text.js";

/** --workspace, or what the root CLI says is the demo workspace. */
export function workspaceOption(): Option {
  return new Option("--workspace <id>", "the workspace").env("OFFERGRAPH_WORKSPACE").argParser(id).makeOptionMandatory();
}

/** --json: the answer for programs. */
export function jsonOption(): Option {
  return new Option("--json", "answer in JSON on one line").default(false);
}

/** Reads an id. Throws commander's InvalidArgumentError, as all of these readers do. */
export function id(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError("It has to be a UUID.");
  return text.toLowerCase();
}

/** Reads one of some words, in any case. */
export function oneOf<Word extends string>(...allowed: readonly Word[]): (text: string) => Word {
  return (text) => {
    const found = allowed.find((word) => word.toLowerCase() === text.toLowerCase());
    if (!found) throw new InvalidArgumentError(`It has to be one of: ${allowed.join(", ").toLowerCase()}.`);
    return found;
  };
}

/** Reads a text that is not empty and that a terminal can be shown. */
export function words(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > 255 || /\p{Cc}/u.test(trimmed))
    throw new InvalidArgumentError("It has to have 1-255 characters, none of them a control character.");
  const wrong = whatIsWrongWithName(trimmed);
  if (wrong !== undefined) throw new InvalidArgumentError(`It ${wrong}.`);
  return trimmed;
}

/** An id given as the option of its name or bare. Throws a plain Error: commander tells of its own only while it parses. */
export function given(option: string | undefined, bare: string | undefined, name: string): string {
  const value = option ?? bare;
  if (value === undefined) throw new Error(`Say which one: --${name} <id>.`);
  return value;
}
