import type { UserError } from "@offergraph/shared/errors/user-error";
import type { OrdersWrite } from "../data/write.js";
import { addTimeFaults } from "../domain/ingest/times.js";
import type { Fate } from "../domain/ingest/versions.js";
import type { Kind } from "./kind.js";
import type { Received } from "./record.js";
import type { Resolve } from "./resolve.js";
import { takeGood } from "./take-good.js";

/** What became of a record. */
export interface Result {
  index: number;
  externalRef: string | null;
  outcome: Fate | "rejected";
  rowId?: string;
  /** Of one of a stream that something is to be said of: the line that it stands in. */
  line?: number;
  errors?: UserError[];
}

export interface IntakeOptions<Sent> {
  kind: Kind<Sent>;
  /** Records as they come, in batches. */
  batches: AsyncIterable<Received<Sent>[]>;
  resolve: Resolve<Sent>;
  /** Makes known codes of these names that are not known yet. */
  learnCodes?(names: readonly string[]): Promise<void>;
  /** Runs one transaction. */
  write<Value>(effect: (write: OrdersWrite) => Promise<Value>): Promise<Value>;
  reportingCurrency: string;
  now(): Date;
  /** Is told why the database refused a record that nothing seemed wrong with. */
  onFault?(error: unknown): void;
}

/**
 * Takes records in, each batch in one transaction of its own, and gives what became of them in the order in which they came. While a
 * batch is written the next one is read, and no more than that: whoever sends faster waits.
 */
export async function* takeIn<Sent>(options: IntakeOptions<Sent>): AsyncGenerator<Result[]> {
  const batches = options.batches[Symbol.asyncIterator]();
  let coming = batches.next();
  try {
    for (;;) {
      const { value, done } = await coming;
      if (done) return;
      const results = takeBatch(options, value);
      coming = batches.next();
      // Its failure is looked at in its turn, after the results of the batch before it.
      coming.catch(() => undefined);
      yield await results;
    }
  } finally {
    void batches.return?.()?.catch(() => undefined);
  }
}

async function takeBatch<Sent>(options: IntakeOptions<Sent>, records: readonly Received<Sent>[]): Promise<Result[]> {
  const { kind, resolve, now } = options;
  for (const { sent, violations } of records) if (sent !== undefined) addTimeFaults(violations, kind.timesOf(sent), now());
  await resolve(records);
  const good = records.flatMap(({ sent, violations, connectionId, partnerId, index }) =>
    sent === undefined || violations.any ? [] : [{ sent, connectionId: connectionId ?? "", partnerId, index }],
  );
  const { codesOf } = kind;
  if (codesOf) await options.learnCodes?.(good.flatMap(({ sent }) => codesOf(sent)));
  const taken = await takeGood(options, good);
  const fates = new Map(good.map(({ index }, place) => [index, taken[place]]));
  return records.map(({ index, line, externalRef, violations }): Result => {
    const fate = fates.get(index) ?? { outcome: "rejected", errors: violations.list };
    return { index, externalRef, ...fate, ...(line && fate.errors && { line }) };
  });
}
