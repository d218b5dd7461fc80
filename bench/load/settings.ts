import { InvalidArgumentError } from "commander";

export interface Settings {
  url: string;
  keys: readonly string[];
  workload: string;
  /** Requests per second, or undefined for a ramp. */
  rate?: number;
  ramp?: { from: number; to: number };
  /** Duration of the measurement, or of each step of a ramp. */
  seconds: number;
  warmUpSeconds: number;
  connections: number;
  timeoutMs: number;
  queryFile?: string;
  variablesFile?: string;
  allowWrites: boolean;
  maxP99Ms?: number;
  maxErrors?: MaxErrors;
  reportFile: string;
  jsonFile?: string;
}

/** Maximum number or percentage of failed requests. */
export interface MaxErrors {
  value: number;
  isPercent: boolean;
}

/** An error that the user or the tested system caused. The command prints only the error message, without a stack trace. */
export class LoadError extends Error {}

export function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError("Give the base URL of a gateway, e.g. http://localhost:4000.");
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

export function readPositive(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value <= 0) throw new InvalidArgumentError("Give a number greater than 0.");
  return value;
}

export function readWhole(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError("Give a whole number from 1 to 9999999.");
  return Number(text);
}

export function readSeconds(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value < 0) throw new InvalidArgumentError("Give a number of seconds, 0 or greater.");
  return value;
}

export function readRamp(text: string): { from: number; to: number } {
  const [, from, to] = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(text)?.map(Number) ?? [];
  if (!from || !to || from > to) throw new InvalidArgumentError("Give the first and the highest rate, e.g. 50-2000.");
  return { from, to };
}

export function readMaxErrors(text: string): MaxErrors {
  const [, number, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  const value = Number(number);
  const isPercent = percent === "%";
  if (number === undefined || (isPercent ? value > 100 : !Number.isInteger(value)))
    throw new InvalidArgumentError("Give a number of requests, e.g. 10, or a percentage, e.g. 0.1%.");
  return { value, isPercent };
}
