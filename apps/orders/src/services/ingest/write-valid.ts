import type { UserError } from "@offergraph/shared/errors/user-error";
import { isDataFault } from "../../db/data-fault.js";
import type { ValidRecord, WriteResult } from "./kind.js";
import type { IntakeOptions } from "./process-batches.js";

type Options<Sent> = Pick<IntakeOptions<Sent>, "kind" | "write" | "reportingCurrency" | "onFault">;

const refused: UserError = { field: [], message: "The record could not be stored. See the log of the orders service.", code: "INVALID" };

/**
 * Writes valid records in one transaction and returns one result per record. If the database rejects a value, retries with halves of the
 * batch until only the failing record is rejected.
 */
export async function writeValid<Sent>(options: Options<Sent>, good: readonly ValidRecord<Sent>[]): Promise<WriteResult[]> {
  if (good.length === 0) return [];
  const { kind, write, reportingCurrency, onFault } = options;
  try {
    return await write((writing) => kind.take(writing, good, { reportingCurrency }));
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
