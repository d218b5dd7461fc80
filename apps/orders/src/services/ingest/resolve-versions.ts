import { createHash } from "node:crypto";
import type { UserError } from "@offergraph/shared/errors/user-error";
import { canonicalJson } from "@offergraph/shared/json/canonical-json";
import { newId } from "@offergraph/shared/time/ids";
import { keyText, type RecordKey } from "../../db/record-keys.js";
import { type Version, versionOutcomeOf } from "../../domain/ingest/versions.js";
import type { WriteResult } from "./kind.js";

export interface SentVersion extends Version, RecordKey {}

/** Results in order, and the versions to write: at most one per record. */
export interface ResolvedVersions {
  taken: WriteResult[];
  /** Positions among the versions, with the record id. */
  kept: { place: number; rowId: string }[];
}

/** Lets the sender distinguish this from an outdated version. */
const sameTime: UserError = {
  field: ["providerUpdatedAt"],
  message: "A version with the same providerUpdatedAt but different content is kept. Send a later providerUpdatedAt, with milliseconds.",
  code: "CONFLICT",
};

/** Compares each version with the stored one and with earlier ones of the batch. */
export function resolveVersions(versions: readonly SentVersion[], known: readonly (SentVersion & { rowId: string })[]): ResolvedVersions {
  const newest = new Map<string, Version & { rowId: string }>(known.map((one) => [keyText(one), one]));
  const kept = new Map<string, { place: number; rowId: string }>();
  const taken = versions.map((version, place): WriteResult => {
    const key = keyText(version);
    const before = newest.get(key);
    const outcome = versionOutcomeOf(before, version);
    const rowId = before?.rowId ?? newId();
    if (outcome === "accepted") {
      newest.set(key, { ...version, rowId });
      kept.set(key, { place, rowId });
    }
    return outcome === "stale" && before?.time === version.time ? { outcome, rowId, errors: [sameTime] } : { outcome, rowId };
  });
  return { taken, kept: [...kept.values()] };
}

/** Returns the distinct keys. */
export function keysOf(versions: readonly RecordKey[]): RecordKey[] {
  return [...new Map(versions.map((version) => [keyText(version), version])).values()];
}

/** Hashes a version's content. Ignores the key order of nested objects; `said` itself must have a fixed key order. */
export function versionHash(said: object): string {
  const text = JSON.stringify(said, (key, value: unknown) =>
    key !== "" && typeof value === "object" && value !== null && !Array.isArray(value) ? canonicalJson(value) : value,
  );
  return createHash("sha256").update(text).digest("base64");
}
