import type { CallAnswer } from "../client.js";
import { scenario } from "../scenario/scenario.js";
import type { ScenarioState } from "../scenario/state.js";
import { isCall, nameOf } from "../scenario/step.js";

/** Value that removes the key at `path` from the input. */
export const absent = Symbol("absent");

/**
 * A test that replaces the value at `path` in a valid input. `refusal` is the expected error code. `at` is the path in the error, by
 * default `path`.
 */
export type Case = readonly [path: string, value: unknown, refusal: string, at?: string];

/** The invalid-input tests of one tool. `call` is the step with the valid input. */
export interface InvalidInputs {
  readonly call: string;
  readonly cases: readonly Case[];
}

export function validInput(call: string, state: ScenarioState): Record<string, unknown> {
  const step = scenario.find((one) => nameOf(one) === call);
  if (!step || !isCall(step)) throw new Error(`The scenario has no call "${call}".`);
  // With the scenario's Idempotency-Key, the service would return its stored result.
  const { idempotency_key: _, ...input } = step.input(state);
  return structuredClone(input);
}

export function toolOf(call: string): string {
  return call.split(":")[0] ?? call;
}

export function mutateInput(input: Record<string, unknown>, path: string, value: unknown): Record<string, unknown> {
  const mutated = structuredClone(input);
  const names = path.split(".");
  const last = names.pop() ?? "";
  const parent = names.reduce<Record<string, unknown>>((at, name) => {
    at[name] ??= {};
    return at[name] as Record<string, unknown>;
  }, mutated);
  if (value === absent) delete parent[last];
  else parent[last] = value;
  return mutated;
}

export function formatValue(value: unknown): string {
  if (value === absent) return "absent";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** Returns a tool's errors as "path CODE", and a JSON-RPC error as " STATUS CODE". */
export function errorsOf({ status, error, result }: CallAnswer): string[] {
  if (error) return [` ${status} ${error.data?.code}`];
  if (!result?.isError) return [];
  const { result: value, errors = [] } = result.structuredContent ?? { result: null };
  const { userErrors = [] } = (value ?? {}) as { userErrors?: { field: string[]; code: string }[] };
  return [
    ...userErrors.map(({ field, code }) => `${field.join(".")} ${code}`),
    ...errors.map(({ argument, path, code }) => `${argument ?? path ?? ""} ${code}`),
  ];
}

/** True if an error with the code `refusal` names `path`, its parent or its child. */
export function isReported(errors: readonly string[], refusal: string, path: string): boolean {
  return errors.some((error) => {
    const [at = "", ...code] = error.split(" ");
    return code.join(" ") === refusal && (within(at, path) || within(path, at));
  });
}

function within(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}.`);
}
