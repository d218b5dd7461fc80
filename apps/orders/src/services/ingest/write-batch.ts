import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { UserError } from "@offergraph/shared/errors/user-error";
import type { Tx } from "../../tx.js";
import type { Kind, WriteResult } from "./kind.js";
import type { Prepared, PreparedRecord } from "./prepare-batch.js";

export interface Result extends WriteResult {
  index: number;
  externalRef: string | null;
  /** Line number in a stream, only set if the record has errors. */
  line?: number;
}

export interface WriteOptions<Sent, Emitted extends EventDefinition> {
  kind: Pick<Kind<Sent, Emitted>, "write">;
  /** Runs `effect` in a transaction. */
  write<Value>(effect: (tx: Tx<Emitted>) => Promise<Value>, lane: number): Promise<Value>;
  reportingCurrency: string;
  onFault?(error: unknown): void;
}

/** Runs the writes of each lane one after the other. After a failure, rejects all later writes of the lane with the same error. */
export class LaneTurns {
  readonly #last = new Map<number, Promise<unknown>>();

  run<Value>(lane: number, write: () => Promise<Value>): Promise<Value> {
    const written = (this.#last.get(lane) ?? Promise.resolve()).then(write);
    this.#last.set(lane, written);
    return written;
  }
}

/**
 * Writes the records of each lane in one transaction and returns the results of all records in order. If a lane fails, the records of other
 * lanes may be stored.
 */
export async function writeBatch<Sent, Emitted extends EventDefinition>(
  options: WriteOptions<Sent, Emitted>,
  { records, lanes }: Prepared<Sent>,
  turns: LaneTurns,
): Promise<Result[]> {
  const results = new Map<number, WriteResult>();
  const writing = [...lanes].map(async ([lane, valid]) => {
    const written = await turns.run(lane, () => writeValid(options, valid, lane));
    for (const [place, { index }] of valid.entries()) results.set(index, written[place] as WriteResult);
  });
  // Waits for all lanes, so that no lane writes after the request has failed.
  for (const end of await Promise.allSettled(writing)) if (end.status === "rejected") throw end.reason;
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
  options: WriteOptions<Sent, Emitted>,
  valid: readonly PreparedRecord<Sent>[],
  lane: number,
): Promise<WriteResult[]> {
  if (valid.length === 0) return [];
  const { kind, write, reportingCurrency, onFault } = options;
  try {
    return await write((tx) => kind.write(tx, valid, { reportingCurrency }), lane);
  } catch (error) {
    if (!isDataFault(error)) throw error;
    if (valid.length === 1) {
      onFault?.(error);
      return [{ outcome: "rejected", errors: [rejected] }];
    }
    const middle = Math.ceil(valid.length / 2);
    const first = await writeValid(options, valid.slice(0, middle), lane);
    return [...first, ...(await writeValid(options, valid.slice(middle), lane))];
  }
}

/** True if the database rejected a value: SQLSTATE class 22 (data), 23502 (not null) or 23514 (check). */
function isDataFault(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^(22[0-9A-Z]{3}|23502|23514)$/.test(code);
}
