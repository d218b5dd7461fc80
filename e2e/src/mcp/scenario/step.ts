import type { ScenarioState } from "./state.js";

/** One tool call of the scenario. */
export interface Call {
  readonly tool: string;
  /** Distinguishes steps with the same tool. */
  readonly purpose?: string;
  readonly input: (state: ScenarioState) => Record<string, unknown>;
  /** Fields and scalars that the result must contain, possibly among others. */
  readonly expected: (state: ScenarioState) => unknown;
  /** Paths of values for later calls, for example { form: "form.rowId" }. */
  readonly captures?: Partial<Record<keyof ScenarioState, string>>;
}

/** A step outside MCP, for example by visitors, stores or the admin CLI. */
export interface ExternalAction {
  readonly action: string;
  readonly run: (state: ScenarioState) => Promise<Partial<ScenarioState>>;
}

export type Step = Call | ExternalAction;

export function isCall(step: Step): step is Call {
  return "tool" in step;
}

export function nameOf(step: Step): string {
  if (!isCall(step)) return `(${step.action})`;
  return step.purpose === undefined ? step.tool : `${step.tool}: ${step.purpose}`;
}

export function capture({ tool, captures = {} }: Call, result: unknown): Partial<ScenarioState> {
  const found = Object.entries(captures).map(([name, path]) => {
    const value = path.split(".").reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], result);
    if (typeof value !== "string") throw new Error(`${tool} returned no string at ${path}: ${JSON.stringify(result)}`);
    return [name, value];
  });
  return Object.fromEntries(found) as Partial<ScenarioState>;
}
