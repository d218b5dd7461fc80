import { backslash, closeBrace, closeBracket, comma, openBrace, openBracket, quote, space } from "./bytes.js";
import { longestText } from "./result.js";

/** The first values of a JSON list as lines of a JSON string. */
export interface EscapedLines {
  /** UTF-8, escaped for a JSON string. */
  readonly bytes: Buffer;
  readonly shown: number;
  /** Index of the comma or bracket after the last value in `bytes`. */
  readonly end: number;
}

const lowerN = 0x6e;
// A text has at most `longestText` UTF-16 code units, and each takes at most 3 bytes, including backslashes and line breaks. Copying stops
// at `maxBytes`, when the text is already too long. The last character can exceed `maxBytes` by less than `maxExcess` bytes.
const maxExcess = 16;
const maxBytes = 3 * longestText + 1_024;
// Several results share a block, because each allocation of more than 4 kB costs garbage collection.
const blockBytes = 5 * (maxBytes + maxExcess);
let block = Buffer.allocUnsafeSlow(blockBytes);
/** Number of written bytes in `block`, and the number of code units of the current text without line breaks. */
const written = { bytes: 0, units: 0 };

/**
 * Returns the lines of `shownRecords` for the JSON list whose first value starts at `start`. Finds the ends of the values and escapes them
 * in one pass, because decoding, joining and encoding them takes longer. Returns undefined if the first value is longer than `longestText`,
 * or if a shown value or the next one contains white space between tokens or is incomplete.
 */
export function escapedLines(json: Buffer, start: number): EscapedLines | undefined {
  if (written.bytes + maxBytes + maxExcess > blockBytes) {
    block = Buffer.allocUnsafeSlow(blockBytes);
    written.bytes = 0;
  }
  written.units = 0;
  const first = written.bytes;
  const limit = first + maxBytes;
  let [shown, end, length, at] = [0, start, first, start];
  if (json[start] === closeBracket) return { bytes: Buffer.alloc(0), shown, end };
  do {
    at = copyValue(json, at, limit);
    if (at < 0) {
      written.bytes = first;
      return undefined;
    }
    if (written.units > longestText || written.bytes >= limit) break;
    [shown, end, length] = [shown + 1, at, written.bytes];
    block[written.bytes++] = backslash;
    block[written.bytes++] = lowerN;
    at += 1;
  } while (json[end] === comma);
  written.bytes = length;
  return shown === 0 ? undefined : { bytes: block.subarray(first, length), shown, end };
}

/**
 * Copies the value at `start`, up to the comma or bracket after it, and returns the index of this byte. Returns -1 if the value contains
 * white space between tokens or is incomplete. Ends early if the text is too long.
 */
function copyValue(json: Buffer, start: number, limit: number): number {
  const target = block;
  let { bytes } = written;
  let depth = 0;
  let units = 0;
  let at = start;
  for (; bytes < limit; at += 1) {
    const byte = json[at] ?? 0;
    if (byte === quote) {
      at = copyString(json, at, bytes, limit);
      if (at < 0) return -1;
      bytes = written.bytes;
      continue;
    }
    if (byte <= space) return -1;
    if (depth === 0 && (byte === comma || byte === closeBracket)) break;
    if (byte === openBrace || byte === openBracket) depth += 1;
    else if (byte === closeBrace || byte === closeBracket) depth -= 1;
    target[bytes++] = byte;
    units += 1;
  }
  written.bytes = bytes;
  written.units += units;
  return at;
}

/**
 * Copies the string at `start` with its quotes to `block` at `to`, and returns the index of the last quote. Returns -1 if the string is
 * incomplete. Ends early if the text is too long.
 */
function copyString(json: Buffer, start: number, to: number, limit: number): number {
  const target = block;
  let bytes = to;
  let units = 2;
  let at = start + 1;
  target[bytes++] = backslash;
  target[bytes++] = quote;
  for (; json[at] !== quote && bytes < limit; at += 1) {
    let byte = json[at] ?? 0;
    if (byte < space) return -1;
    if (byte === backslash) {
      target[bytes++] = backslash;
      target[bytes++] = backslash;
      units += 1;
      at += 1;
      byte = json[at] ?? 0;
      if (byte === quote || byte === backslash) target[bytes++] = backslash;
    }
    target[bytes++] = byte;
    units += unitsOf(byte);
  }
  target[bytes++] = backslash;
  target[bytes++] = quote;
  written.bytes = bytes;
  written.units += units;
  return at;
}

/** Returns the number of UTF-16 code units of the character that starts with a byte. Returns 0 for the other bytes of a character. */
function unitsOf(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte < 0xc0) return 0;
  return byte < 0xf0 ? 1 : 2;
}
