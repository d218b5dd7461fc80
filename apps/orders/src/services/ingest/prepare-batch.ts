import { groupBy } from "@offergraph/service/db/group-by";
import { addTimeFaults } from "../../domain/ingest/times.js";
import type { Kind, ValidRecord } from "./kind.js";
import type { Received } from "./record.js";
import type { Resolve } from "./resolve.js";

export interface PrepareOptions<Sent> {
  kind: Pick<Kind<Sent>, "timesOf" | "codesOf">;
  resolve: Resolve<Sent>;
  learnCodes?(names: readonly string[]): Promise<void>;
  /**
   * Returns the lane of each record. Versions of the same record have the same lane. Transactions of different lanes can run at the same
   * time.
   */
  lanesOf?(records: readonly ValidRecord<Sent>[]): Promise<readonly number[]>;
  now(): Date;
}

/** A record to write, with its position in the request. */
export type PreparedRecord<Sent> = ValidRecord<Sent> & { index: number };

/** A validated batch, whose records have their references. */
export interface Prepared<Sent> {
  records: readonly Received<Sent>[];
  /** The valid records by lane. All valid records are in lane 0 unless `isInLanes`. */
  lanes: ReadonlyMap<number, readonly PreparedRecord<Sent>[]>;
  isInLanes: boolean;
}

/** Minimum number of valid records for lanes. Each lane costs another transaction, which is expensive for a few records. */
const minForLanes = 100;

/** Validates the times of records, finds their references, and divides a large batch into lanes. */
export async function prepareBatch<Sent>(options: PrepareOptions<Sent>, records: readonly Received<Sent>[]): Promise<Prepared<Sent>> {
  const { kind, resolve, learnCodes, lanesOf, now } = options;
  for (const { sent, violations } of records) if (sent !== undefined) addTimeFaults(violations, kind.timesOf(sent), now());
  await resolve(records);
  const valid = records.flatMap(({ sent, violations, connectionId, partnerId, index }): PreparedRecord<Sent>[] =>
    sent === undefined || violations.any ? [] : [{ sent, connectionId: connectionId ?? "", partnerId, index }],
  );
  const { codesOf } = kind;
  if (codesOf) await learnCodes?.(valid.flatMap(({ sent }) => codesOf(sent)));
  if (!lanesOf || valid.length < minForLanes) return { records, lanes: new Map([[0, valid]]), isInLanes: false };
  const laneOf = await lanesOf(valid);
  const laned = valid.map((record, place) => ({ record, lane: laneOf[place] ?? 0 }));
  const groups = [...groupBy(laned, ({ lane }) => lane)].map(([lane, group]) => [lane, group.map(({ record }) => record)] as const);
  return { records, lanes: new Map(groups), isInLanes: true };
}
