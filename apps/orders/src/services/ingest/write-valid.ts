import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { UserError } from "@offergraph/shared/errors/user-error";
import type { ValidRecord, WriteResult } from "./kind.js";
import type { ProcessOptions } from "./process-batches.js";

type Options<Sent, Emitted extends EventDefinition> = Pick<
  ProcessOptions<Sent, Emitted>,
  "kind" | "write" | "reportingCurrency" | "onFault"
>;

const refused: UserError = { field: [], message: "The record could not be stored. See the log of the orders service.", code: "INVALID" };

/**
 * Writes valid records in one transaction and returns one result per record. If the database rejects a value, retries with halves of the
 * batch until only the failing record is rejected.
 */
export async function writeValid<Sent, Emitted extends EventDefinition>(
  options: Options<Sent, Emitted>,
  good: readonly ValidRecord<Sent>[],
): Promise<WriteResult[]> {
  if (good.length === 0) return [];
  const { kind, write, reportingCurrency, onFault } = options;
  try {
    return await write((tx) => kind.write(tx, good, { reportingCurrency }));
  } catch (error) {
    if (!isDataFault(error)) throw error;
    if (good.length === 1) {
      onFault?.(error);
      return [{ outcome: "rejected", errors: [refused] }];
    }
    const middle = Math.ceil(good.length / 2);
    const first = await writeValid(options, good.slice(0, middle));
    return [...first, ...(await writeValid(options, good.slice(middle)))];
  }
}

/**
 * True if the database rejected a value, so that a retry would fail as well: SQLSTATE class 22 (data exception), 23502 (not null) or
 * 23514 (check).
 */
function isDataFault(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && (/^22[0-9A-Z]{3}$/.test(code) || code === "23502" || code === "23514");
}
