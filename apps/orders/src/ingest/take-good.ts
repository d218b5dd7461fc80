import type { UserError } from "@offergraph/shared/errors/user-error";
import { isDataFault } from "../data/data-fault.js";
import type { IntakeOptions } from "./intake.js";
import type { Good, Taken } from "./kind.js";

type Options<Sent> = Pick<IntakeOptions<Sent>, "kind" | "write" | "reportingCurrency" | "onFault">;

const refused: UserError = { field: [], message: "The record cannot be kept as it is. The service's log tells more.", code: "INVALID" };

/**
 * Writes good records in one transaction, and gives what became of each. Should the database refuse what one of them says, which no rule
 * foresaw, the others are not lost with it: halves are tried, down to the one.
 */
export async function takeGood<Sent>(options: Options<Sent>, good: readonly Good<Sent>[]): Promise<Taken[]> {
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
    const first = await takeGood(options, good.slice(0, middle));
    return [...first, ...(await takeGood(options, good.slice(middle)))];
  }
}
