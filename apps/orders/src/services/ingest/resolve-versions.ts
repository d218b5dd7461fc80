import { createHash } from "node:crypto";
import type { UserError } from "@offergraph/shared/errors/user-error";
import { canonicalJson } from "@offergraph/shared/json/canonical-json";
import { newId } from "@offergraph/shared/time/ids";
import { keyText, type RecordKey } from "../../db/record-keys.js";
import { type Version, versionOutcomeOf } from "../../domain/ingest/versions.js";
import type { ValidRecord, WriteResult } from "./kind.js";

type KeyedVersion = Version & RecordKey;

/** Error for a version with the same time as the stored version but different content. */
const sameTime: UserError = {
  field: ["providerUpdatedAt"],
  message:
    "A different version of this record with the same providerUpdatedAt is already stored. Send a later providerUpdatedAt, with milliseconds.",
  code: "CONFLICT",
};

/** Adds key, time and content hash to records of a store. */
export function versionsOf<Sent extends { externalRef: string; providerUpdatedAt: string }>(records: readonly ValidRecord<Sent>[]) {
  return records.map((record) => {
    const { externalRef, providerUpdatedAt: time } = record.sent;
    return { ...record, externalRef, time, hash: versionHash(record.sent) };
  });
}

/**
 * Compares each version with the stored version and with previous versions in the batch. `accepted` contains at most one version per
 * record.
 */
export function resolveVersions<Received extends KeyedVersion>(
  versions: readonly Received[],
  known: readonly (KeyedVersion & { rowId: string })[],
): { results: WriteResult[]; accepted: (Received & { rowId: string })[] } {
  const newest = new Map<string, Version & { rowId: string }>(known.map((one) => [keyText(one), one]));
  const accepted = new Map<string, Received & { rowId: string }>();
  const results = versions.map((version): WriteResult => {
    const key = keyText(version);
    const before = newest.get(key);
    const outcome = versionOutcomeOf(before, version);
    const rowId = before?.rowId ?? newId();
    if (outcome === "accepted") {
      newest.set(key, { ...version, rowId });
      accepted.set(key, { ...version, rowId });
    }
    return outcome === "stale" && before?.time === version.time ? { outcome, rowId, errors: [sameTime] } : { outcome, rowId };
  });
  return { results, accepted: [...accepted.values()] };
}

export function keysOf(versions: readonly RecordKey[]): RecordKey[] {
  return [...new Map(versions.map((version) => [keyText(version), version])).values()];
}

/** Hashes a version's content. Ignores the key order of nested objects. The keys of `content` itself must always have the same order. */
function versionHash(content: object): string {
  const hashed: Record<string, unknown> = { ...content };
  for (const key in hashed) hashed[key] = hashedValue(hashed[key]);
  return createHash("sha256").update(JSON.stringify(hashed)).digest("base64");
}

/** Replaces each object by its canonical JSON. Stored hashes depend on the canonical form. */
function hashedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hashedValue);
  return typeof value === "object" && value !== null ? canonicalJson(value) : value;
}
