import { closeBrace, openBrace, quote } from "./bytes.js";

/** Texts that may show null, empty objects, nested lists of objects, or white space between tokens. */
const unusual = ["},null", "{}", "[{", "[ ", "{ ", "} ", "}, ", ", {", "\n", "\r", "\t"];

/**
 * Counts the records of a JSON list, or its last records. `start` is the index of the list's opening bracket, or of the comma before the
 * records. Counting takes a quarter of the time of reading all characters. All records must be of one GraphQL type. Returns undefined if
 * the list may contain anything but objects, or if a JSON scalar may contain a list of objects. `end` is the index after the list, or an
 * index inside a text that contains "}]". No name follows an index inside a text, because quotes in texts are escaped: the next quote ends
 * the text.
 */
export function countRecords(json: Buffer, start: number): { count: number; end: number } | undefined {
  if (json[start + 1] !== openBrace || json[start + 2] !== quote) return undefined;
  const text = json.toString("latin1", start + 1);
  const last = text.indexOf("}]");
  if (last < 0) return undefined;
  const records = text.slice(0, last + 1);
  if (unusual.some((part) => records.includes(part))) return undefined;
  let count = 1;
  for (let at = records.indexOf(",{"); at >= 0; at = records.indexOf(",{", at + 2)) {
    // An object after another value is an item of a nested list.
    if (records.charCodeAt(at - 1) !== closeBrace) return undefined;
    // If a text ends with "},{", no name follows the quote.
    if (records.charCodeAt(at + 2) === quote && startsName(records.charCodeAt(at + 3))) count += 1;
  }
  return { count, end: start + last + 3 };
}

/** True for the first character of a GraphQL name. */
export function startsName(code: number): boolean {
  const isUnderscore = code === 0x5f;
  const isLowerCase = code >= 0x61 && code <= 0x7a;
  const isUpperCase = code >= 0x41 && code <= 0x5a;
  return isLowerCase || isUpperCase || isUnderscore;
}
