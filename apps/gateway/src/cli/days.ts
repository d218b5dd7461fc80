import { InvalidArgumentError } from "commander";

/** Parses a number of days up to 40, because the workspace service deletes usage records after 40 days. */
export function days(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > 40) throw new InvalidArgumentError("The value must be a whole number from 1 to 40.");
  return number;
}
