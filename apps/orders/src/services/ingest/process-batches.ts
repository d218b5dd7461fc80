import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { UserError } from "@offergraph/shared/errors/user-error";
import { addTimeFaults } from "../../domain/ingest/times.js";
import type { VersionOutcome } from "../../domain/ingest/versions.js";
import type { Tx } from "../../tx.js";
import type { Kind } from "./kind.js";
import type { Received } from "./record.js";
import type { Resolve } from "./resolve.js";
import { writeValid } from "./write-valid.js";

/** Result of a record. */
export interface Result {
  index: number;
  externalRef: string | null;
  outcome: VersionOutcome | "rejected";
  rowId?: string;
  /** Line number in a stream, for records with errors. */
  line?: number;
  errors?: UserError[];
}

export interface ProcessOptions<Sent, Emitted extends EventDefinition> {
  kind: Kind<Sent, Emitted>;
  batches: AsyncIterable<Received<Sent>[]>;
  resolve: Resolve<Sent>;
  /** Looks up unknown codes with these names at discounts. */
  learnCodes?(names: readonly string[]): Promise<void>;
  write<Value>(effect: (tx: Tx<Emitted>) => Promise<Value>): Promise<Value>;
  reportingCurrency: string;
  now(): Date;
  /** Called with the database error that rejected a valid record. */
  onFault?(error: unknown): void;
}

/**
 * Writes each batch in its own transaction and yields results in the order received. While a batch is written, only the next one is read,
 * so that a faster sender is slowed down by backpressure.
 */
export async function* processBatches<Sent, Emitted extends EventDefinition>(
  options: ProcessOptions<Sent, Emitted>,
): AsyncGenerator<Result[]> {
  const batches = options.batches[Symbol.asyncIterator]();
  let coming = batches.next();
  try {
    for (;;) {
      const { value, done } = await coming;
      if (done) return;
      const results = processBatch(options, value);
      coming = batches.next();
      // Its failure is handled in the next iteration, after the results of this batch.
      coming.catch(() => undefined);
      yield await results;
    }
  } finally {
    void batches.return?.()?.catch(() => undefined);
  }
}

async function processBatch<Sent, Emitted extends EventDefinition>(
  options: ProcessOptions<Sent, Emitted>,
  records: readonly Received<Sent>[],
): Promise<Result[]> {
  const { kind, resolve, now } = options;
  for (const { sent, violations } of records) if (sent !== undefined) addTimeFaults(violations, kind.timesOf(sent), now());
  await resolve(records);
  const good = records.flatMap(({ sent, violations, connectionId, partnerId, index }) =>
    sent === undefined || violations.any ? [] : [{ sent, connectionId: connectionId ?? "", partnerId, index }],
  );
  const { codesOf } = kind;
  if (codesOf) await options.learnCodes?.(good.flatMap(({ sent }) => codesOf(sent)));
  const taken = await writeValid(options, good);
  const fates = new Map(good.map(({ index }, place) => [index, taken[place]]));
  return records.map(({ index, line, externalRef, violations }): Result => {
    const fate = fates.get(index) ?? { outcome: "rejected", errors: violations.list };
    return { index, externalRef, ...fate, ...(line && fate.errors && { line }) };
  });
}
