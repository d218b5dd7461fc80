import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { base62, randomText } from "@offergraph/shared/access/random-text";
import type { Key } from "../generated/prisma/client.js";

const randomLength = 32;
const checksumLength = 6;
const format = /^(?:sk|pk)_live_[0-9A-Za-z]{38}$/;
const prefixes: Record<Key["kind"], string> = { SECRET: "sk_live_", PUBLISHABLE: "pk_live_" };

/** Generates a key: a prefix, 32 random base62 characters (190 bits) and a checksum of 6 characters. */
export function newKey(kind: Key["kind"]): string {
  const body = prefixes[kind] + randomText(randomLength, base62);
  return body + checksum(body);
}

/** True if a text has the format and checksum of a key. Detects typos without a database query. */
export function isWellFormed(text: string): boolean {
  return format.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

/** SHA-256 of a key's text, in lower-case hex. The database and the rate limits use the hash instead of the text. */
export function hashKey(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function suffixOf(text: string): string {
  return text.slice(-4);
}

/** CRC-32 (ISO 3309) of the text in base62, padded to six characters (62⁶ > 2³²). */
function checksum(text: string): string {
  let rest = crc32(text);
  let characters = "";
  for (let place = 0; place < checksumLength; place++) {
    characters = base62[rest % base62.length] + characters;
    rest = Math.floor(rest / base62.length);
  }
  return characters;
}
