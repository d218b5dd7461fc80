import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { base62, randomText } from "@offergraph/shared/access/random-text";

/** What a key's prefix says about it (api.md 5.3). */
export type KeyKind = "SECRET" | "PUBLISHABLE";

const randomLength = 32;
const checksumLength = 6;
const form = /^(?:sk|pk)_live_[0-9A-Za-z]{38}$/;
const prefixes: Record<KeyKind, string> = { SECRET: "sk_live_", PUBLISHABLE: "pk_live_" };

/** A new key's text: prefix, 32 unguessable base62 signs (190 bits) and 6 of checksum (decisions.md 4). It is shown once and never stored. */
export function newKey(kind: KeyKind): string {
  const body = prefixes[kind] + randomText(randomLength, base62);
  return body + checksum(body);
}

/** Whether a text has the form of a key and the right checksum: tells a typo without asking the database. */
export function isWellFormed(text: string): boolean {
  return form.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

/** What stands for a key's text wherever it is kept or counted: its SHA-256 in lower-case hex. */
export function hashKey(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** What a list shows of a key: its last 4 signs, which are part of the checksum and tell nothing about the rest. */
export function suffixOf(text: string): string {
  return text.slice(-4);
}

/** CRC-32 (ISO 3309) of the text before it, in base62, padded to six signs: 62⁶ is more than 2³². */
function checksum(text: string): string {
  let rest = crc32(text);
  let signs = "";
  for (let place = 0; place < checksumLength; place++) {
    signs = base62[rest % base62.length] + signs;
    rest = Math.floor(rest / base62.length);
  }
  return signs;
}
