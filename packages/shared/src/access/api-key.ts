import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { type AccessLevel, allows } from "./principal.js";
import { base62, randomText } from "./random-text.js";

/** SECRET is for servers, PUBLISHABLE for browsers, SESSION for a member, and APP for an OAuth app. Only a session may manage keys. */
export type KeyKind = "SECRET" | "PUBLISHABLE" | "SESSION" | "APP";
export type Role = "OWNER" | "ADMIN" | "MEMBER";

const randomLength = 32;
const checksumLength = 6;
const format = /^(?:sk|pk|ms|at)_(?:live|test)_[0-9A-Za-z]{38}$/;
const prefixes: Record<KeyKind, string> = { SECRET: "sk", PUBLISHABLE: "pk", SESSION: "ms", APP: "at" };

/** Generates a key or an app's access token: a prefix, 32 random base62 characters and a checksum. */
export function newKey(kind: KeyKind, isTest = false): string {
  const body = `${prefixes[kind]}_${isTest ? "test" : "live"}_${randomText(randomLength, base62)}`;
  return body + checksum(body);
}

/** True if a text has the format and checksum of a key. The checksum of a key detects typos without a database query. */
export function isWellFormed(text: string): boolean {
  return format.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

/** Returns the SHA-256 hash of a key's text in lower-case hex. The database and the rate limits store the hash instead of the key. */
export function hashKey(text: string): string {
  return hash("sha256", text);
}

export function suffixOf(text: string): string {
  return text.slice(-4);
}

/** CRC-32 (ISO 3309) of the text as six base62 characters (62⁶ > 2³²). */
function checksum(text: string): string {
  let rest = crc32(text);
  let characters = "";
  for (let place = 0; place < checksumLength; place++) {
    characters = base62[rest % base62.length] + characters;
    rest = Math.floor(rest / base62.length);
  }
  return characters;
}

/** Returns the highest access level of the keys that a member with this role may create. */
export function roleCap(role: Role): AccessLevel {
  return role === "MEMBER" ? "WRITE" : "ADMIN";
}

/** Returns the current access level of a key, limited by the current role of the key's creator. */
export function effectiveLevel(level: AccessLevel, role: Role): AccessLevel {
  const cap = roleCap(role);
  return allows(cap, level) ? level : cap;
}
