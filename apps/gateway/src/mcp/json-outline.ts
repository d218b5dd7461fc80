import { backslash, closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote, space } from "./bytes.js";
import { countRecords, startsName } from "./count-records.js";
import { type EscapedLines, escapedLines } from "./escaped-lines.js";

/** Range of bytes that excludes the byte at `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the index after the JSON value at `start`. Returns -1 if the value is incomplete or contains white space between tokens. Does not
 * validate the JSON.
 */
export function endOfValue(json: Buffer, start: number): number {
  const first = json[start];
  if (first === quote) return endOfString(json, start);
  return first === openBrace || first === openBracket ? endOfNested(json, start) : endOfScalar(json, start);
}

function endOfNested(json: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < json.length; at += 1) {
    const byte = json[at] as number;
    if (byte === quote) at = endOfString(json, at) - 1;
    else if (byte === openBrace || byte === openBracket) depth += 1;
    else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (byte <= space) return -1;
  }
  return -1;
}

function endOfScalar(json: Buffer, start: number): number {
  let at = start;
  while (isOfScalar(json[at] ?? 0)) at += 1;
  return at > start ? at : -1;
}

function isOfScalar(byte: number): boolean {
  return byte > space && byte !== comma && byte !== closeBracket && byte !== closeBrace;
}

/** Returns the index after the JSON string at `start`. */
function endOfString(json: Buffer, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at + 1;
}

/** A list's number of items, the position of the first item, and the first items as lines. */
export interface Items {
  readonly start: number;
  readonly count: number;
  readonly lines: EscapedLines | undefined;
}

/** Positions of a JSON value's parts. */
export interface Outline {
  readonly end: number;
  /** Items of a list, or of an object's list `nodes`. The items may contain white space between tokens. */
  readonly items: Items | undefined;
  /** Members of an object. Empty if the value is not an object. */
  readonly members: ReadonlyMap<string, Span>;
}

/** Reads the positions of a value's parts, starting at `start`. Returns undefined for a value that `endOfValue` cannot read. */
export function outlineOf(json: Buffer, start: number): Outline | undefined {
  if (json[start] === openBracket) return outlineOfList(json, start);
  if (json[start] === openBrace) return outlineOfObject(json, start);
  const end = endOfValue(json, start);
  return end < 0 ? undefined : { end, items: undefined, members: new Map() };
}

function outlineOfList(json: Buffer, start: number): Outline | undefined {
  const lines = escapedLines(json, start + 1);
  const items = { start: start + 1, lines };
  let { shown: count, end: at } = lines ?? { shown: 0, end: start };
  if (lines && json[at] === closeBracket) return { end: at + 1, items: { ...items, count }, members: new Map() };
  const others = countRecords(json, at);
  if (others) return { end: others.end, items: { ...items, count: count + others.count }, members: new Map() };
  for (; json[at] !== closeBracket; count += 1) {
    // Skips the first bracket, or the comma before an item.
    at = endOfValue(json, at + 1);
    if (at < 0) return undefined;
  }
  return { end: at + 1, items: { ...items, count }, members: new Map() };
}

function outlineOfObject(json: Buffer, start: number): Outline | undefined {
  const members = new Map<string, Span>();
  let items: Items | undefined;
  let at = start + 1;
  while (json[at] !== closeBrace) {
    if (json[at] === comma) at += 1;
    const endOfName = endOfString(json, at);
    // After a list that ends inside a text (see `countRecords`), no name follows.
    if (json[at] !== quote || !startsName(json[at + 1] ?? 0) || json[endOfName] !== colon) return undefined;
    const name = json.toString("latin1", at + 1, endOfName - 1);
    const from = endOfName + 1;
    const list = name === "nodes" && json[from] === openBracket ? outlineOfList(json, from) : undefined;
    const end = list?.end ?? endOfValue(json, from);
    if (end < 0) return undefined;
    items = list?.items ?? items;
    members.set(name, { start: from, end });
    at = end;
  }
  return { end: at + 1, items, members };
}
