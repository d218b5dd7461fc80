/** An operation that usually follows, and the reason for it. */
export interface NextStep {
  readonly operation: string;
  readonly why: string;
}

/** A fact that makes the result of a successful operation less useful than the caller may expect. */
export interface Finding {
  code: string;
  message: string;
  /** Ids of the first 20 records that the finding concerns. */
  recordIds: string[];
  next: NextStep;
}

/** An item of `extensions.warnings` in a response. `operation` is the operation that was called. */
export interface Warning extends Finding {
  operation: string;
}

const maxRecords = 20;

/** Returns a function that creates findings. `steps` contains the next step of each code. */
export function findingWith<Code extends string>(steps: Readonly<Record<Code, NextStep>>) {
  return (code: Code, message: string, recordIds: readonly string[]): Finding => ({
    code,
    message,
    recordIds: recordIds.slice(0, maxRecords),
    next: steps[code],
  });
}

/** Warnings and next steps, as the result of an MCP tool contains them. Both lists are missing if there are no warnings. */
export interface Advice {
  warnings?: Pick<Warning, "code" | "message" | "recordIds">[];
  next?: NextStep[];
}

export function adviceOf(warnings: readonly Warning[]): Advice {
  if (warnings.length === 0) return {};
  const steps = new Map(warnings.map(({ next }) => [`${next.operation} ${next.why}`, next]));
  return { warnings: warnings.map(({ code, message, recordIds }) => ({ code, message, recordIds })), next: [...steps.values()] };
}

/** Describes the advice in lines, for a person or a language model. */
export function adviceLines({ warnings = [], next = [] }: Advice): string[] {
  return [...warnings.map(({ message }) => `Warning: ${message}`), ...next.map(({ operation, why }) => `Next: ${operation}. ${why}`)];
}
