import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { UserError } from "@offergraph/shared/errors/user-error";
import { addTimeFaults } from "../../domain/ingest/times.js";
import type { Tx } from "../../tx.js";
import type { Kind, ValidRecord, WriteResult } from "./kind.js";
import type { Received } from "./record.js";
import type { Resolve } from "./resolve.js";

export interface Result extends WriteResult {
  index: number;
  externalRef: string | null;
  /** Line number in a stream, only set if the record has errors. */
  line?: number;
}

export interface ProcessOptions<Sent, Emitted extends EventDefinition> {
  kind: Kind<Sent, Emitted>;
  batches: AsyncIterable<Received<Sent>[]>;
  resolve: Resolve<Sent>;
  learnCodes?(names: readonly string[]): Promise<void>;
  write<Value>(effect: (tx: Tx<Emitted>) => Promise<Value>): Promise<Value>;
  reportingCurrency: string;
  now(): Date;
  onFault?(error: unknown): void;
}

/**
 * Writes each batch in its own transaction and yields results in the order received. Reads only one batch ahead, which slows down a faster
 * sender (backpressure).
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
      // Prevents an unhandled rejection: only the next iteration awaits `coming` and handles the error.
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
  const valid = records.flatMap(({ sent, violations, connectionId, partnerId, index }) =>
    sent === undefined || violations.any ? [] : [{ sent, connectionId: connectionId ?? "", partnerId, index }],
  );
  const { codesOf } = kind;
  if (codesOf) await options.learnCodes?.(valid.flatMap(({ sent }) => codesOf(sent)));
  const written = await writeValid(options, valid);
  const results = new Map(valid.map(({ index }, place) => [index, written[place]]));
  return records.map(({ index, line, externalRef, violations }): Result => {
    const result = results.get(index) ?? { outcome: "rejected", errors: violations.list };
    return { index, externalRef, ...result, ...(line && result.errors && { line }) };
  });
}

const rejected: UserError = { field: [], message: "The record could not be stored. See the log of the orders service.", code: "INVALID" };

/**
 * Writes valid records in one transaction and returns one result per record. If the database rejects a value, halves the batch repeatedly
 * to find the failing records.
 */
async function writeValid<Sent, Emitted extends EventDefinition>(
  options: ProcessOptions<Sent, Emitted>,
  valid: readonly ValidRecord<Sent>[],
): Promise<WriteResult[]> {
  if (valid.length === 0) return [];
  const { kind, write, reportingCurrency, onFault } = options;
  try {
    return await write((tx) => kind.write(tx, valid, { reportingCurrency }));
  } catch (error) {
    if (!isDataFault(error)) throw error;
    if (valid.length === 1) {
      onFault?.(error);
      return [{ outcome: "rejected", errors: [rejected] }];
    }
    const middle = Math.ceil(valid.length / 2);
    const first = await writeValid(options, valid.slice(0, middle));
    return [...first, ...(await writeValid(options, valid.slice(middle)))];
  }
}

/** True if the database rejected a value: SQLSTATE class 22 (data), 23502 (not null) or 23514 (check). */
function isDataFault(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^(22[0-9A-Z]{3}|23502|23514)$/.test(code);
}
