import type { CallAnswer } from "../client.js";
import type { Known } from "../story/known.js";
import { isCall, nameOf } from "../story/step.js";
import { story } from "../story/story.js";

/** What stands for "the key is not there". */
export const absent = Symbol("absent");

/**
 * One way to spoil a good call of the story: at this path, this value, and the refusal:
 * a code of userErrors, BAD_USER_INPUT of a read's argument, or the HTTP status with the code of the JSON-RPC error.
 * `at` says where the fault is told of, unless it is where the call was spoilt.
 */
export type Case = readonly [path: string, value: unknown, refusal: string, at?: string];

/** The cases of one call of the story, named as there. */
export interface Spoilt {
  readonly call: string;
  readonly cases: readonly Case[];
}

/** The good input of a call of the story. */
export function goodInput(call: string, known: Known): Record<string, unknown> {
  const step = story.find((one) => nameOf(one) === call);
  if (!step || !isCall(step)) throw new Error(`The story has no call "${call}".`);
  // A repeat of the story's own call would get that one's answer.
  const { idempotency_key: _, ...input } = step.input(known);
  return structuredClone(input);
}

export function toolOf(call: string): string {
  return call.split(":")[0] ?? call;
}

/** The input with one value in the place of another. */
export function spoil(input: Record<string, unknown>, path: string, value: unknown): Record<string, unknown> {
  const spoilt = structuredClone(input);
  const names = path.split(".");
  const last = names.pop() ?? "";
  const parent = names.reduce<Record<string, unknown>>((at, name) => {
    at[name] ??= {};
    return at[name] as Record<string, unknown>;
  }, spoilt);
  if (value === absent) delete parent[last];
  else parent[last] = value;
  return spoilt;
}

/** A value as a test's name shows it. */
export function shown(value: unknown): string {
  if (value === absent) return "absent";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** Each fault that an answer tells of, as "path CODE"; a refusal before anything was executed has its HTTP status in front. */
export function faultsOf({ status, error, result }: CallAnswer): string[] {
  if (error) return [`${error.data?.variable ?? error.data?.argument ?? ""} ${status} ${error.data?.code}`];
  if (!result?.isError) return [];
  const { result: value, errors = [] } = result.structuredContent ?? { result: null };
  const { userErrors = [] } = (value ?? {}) as { userErrors?: { field: string[]; code: string }[] };
  return [
    ...userErrors.map(({ field, code }) => `${field.join(".")} ${code}`),
    ...errors.map(({ argument, path, code }) => `${argument ?? path ?? ""} ${code}`),
  ];
}

/** Whether one of the faults is this refusal, told of at the path, above it (where the types already say no), or below. */
export function isTold(faults: readonly string[], refusal: string, path: string): boolean {
  return faults.some((fault) => {
    const [at = "", ...code] = fault.split(" ");
    return code.join(" ") === refusal && (within(at, path) || within(path, at));
  });
}

function within(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}.`);
}
