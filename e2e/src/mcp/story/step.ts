import type { Known } from "./known.js";

/** One call of a tool in the story. */
export interface Call {
  readonly tool: string;
  /** What for, of a tool that is called several times. */
  readonly to?: string;
  readonly input: (known: Known) => Record<string, unknown>;
  /** What the result has to have; of a bare value, what it is. */
  readonly gives: (known: Known) => unknown;
  /** Where in the result stands what later calls need, e.g. { form: "form.rowId" }. */
  readonly keeps?: Partial<Record<keyof Known, string>>;
}

/** What others do meanwhile: visitors, stores, the admin. */
export interface Deed {
  readonly deed: string;
  readonly done: (known: Known) => Promise<Partial<Known>>;
}

export type Step = Call | Deed;

export function isCall(step: Step): step is Call {
  return "tool" in step;
}

export function nameOf(step: Step): string {
  if (!isCall(step)) return `(${step.deed})`;
  return step.to === undefined ? step.tool : `${step.tool}: ${step.to}`;
}

/** What `keeps` names in a result. */
export function kept({ tool, keeps = {} }: Call, result: unknown): Partial<Known> {
  const found = Object.entries(keeps).map(([name, path]) => {
    const value = path.split(".").reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], result);
    if (typeof value !== "string") throw new Error(`${tool} told of no text at ${path}: ${JSON.stringify(result)}`);
    return [name, value];
  });
  return Object.fromEntries(found) as Partial<Known>;
}
