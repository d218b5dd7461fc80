import type { UserError } from "@offergraph/shared/errors/user-error";
import { newId } from "@offergraph/shared/time/ids";
import { keyText, type RecordKey } from "../data/sent-keys.js";
import { fateOf, type Version } from "../domain/ingest/versions.js";
import type { Taken } from "./kind.js";

/** A version of a record as it was sent. */
export interface SentVersion extends Version, RecordKey {}

/** What became of versions of records, one after the other, and which of them are to be written: of each record one at most. */
export interface Verdicts {
  taken: Taken[];
  /** Places among the versions, with the record's id. */
  kept: { place: number; rowId: string }[];
}

/** Not a fault of the record, but its sender would take it for an old one. */
const sameTime: UserError = {
  field: ["providerUpdatedAt"],
  message: "Another version of this providerUpdatedAt, with other content, is known and stays. Send a later one, to the millisecond.",
  code: "CONFLICT",
};

/** Holds versions against those that are known, and against those that came before them in the same batch. */
export function judgeVersions(versions: readonly SentVersion[], known: readonly (SentVersion & { rowId: string })[]): Verdicts {
  const newest = new Map<string, Version & { rowId: string }>(known.map((one) => [keyText(one), one]));
  const kept = new Map<string, { place: number; rowId: string }>();
  const taken = versions.map((version, place): Taken => {
    const key = keyText(version);
    const before = newest.get(key);
    const outcome = fateOf(before, version);
    const rowId = before?.rowId ?? newId();
    if (outcome === "accepted") {
      newest.set(key, { ...version, rowId });
      kept.set(key, { place, rowId });
    }
    return outcome === "stale" && before?.time === version.time ? { outcome, rowId, errors: [sameTime] } : { outcome, rowId };
  });
  return { taken, kept: [...kept.values()] };
}

/** Of each key one. */
export function keysOf(versions: readonly RecordKey[]): RecordKey[] {
  return [...new Map(versions.map((version) => [keyText(version), version])).values()];
}
