/** The operation that callers usually call next, and the reason. */
export interface NextStep {
  readonly operation: string;
  readonly why: string;
}

/** Each service declares its kinds of warnings once. API responses and the API reference use the declarations. */
export interface WarningKind {
  readonly code: string;
  /** One sentence about the stored records that cause the warning. */
  readonly cause: string;
  readonly next: NextStep;
}

/** Returns the kinds of a service's warnings by code. */
export function defineWarnings<const Code extends string>(
  given: Readonly<Record<Code, NextStep & { cause: string }>>,
): Readonly<Record<Code, WarningKind>> {
  const entries = Object.entries<NextStep & { cause: string }>(given);
  return Object.fromEntries(entries.map(([code, { cause, ...next }]) => [code, { code, cause, next }])) as Record<Code, WarningKind>;
}

/** A problem in the result of a successful operation. */
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

/** Returns a function that creates findings of the given kinds. */
export function findingWith<Code extends string>(kinds: Readonly<Record<Code, WarningKind>>) {
  return (code: Code, message: string, recordIds: readonly string[]): Finding => ({
    code,
    message,
    recordIds: recordIds.slice(0, maxRecords),
    next: kinds[code].next,
  });
}

/** Merges findings with the same code, and keeps the first message. */
export function mergeFindings(found: readonly Finding[]): Finding[] {
  const merged = new Map<string, Finding>();
  for (const finding of found) {
    const earlier = merged.get(finding.code);
    const recordIds = [...(earlier?.recordIds ?? []), ...finding.recordIds].slice(0, maxRecords);
    merged.set(finding.code, { ...(earlier ?? finding), recordIds });
  }
  return [...merged.values()];
}

/** Throws an Error if an operation has an undeclared warning. The API reference lists only the declared warnings of an operation. */
export function assertDeclared(operation: string, kinds: readonly WarningKind[], found: readonly Finding[]): void {
  const undeclared = found.find(({ code }) => !kinds.some((kind) => kind.code === code));
  if (undeclared)
    throw new Error(
      `Invariant violated: ${operation} found the warning ${undeclared.code}, but its option \`warns\` does not contain the warning.`,
    );
}

/** Warnings and next steps in the result of an MCP tool. Without warnings, the fields `warnings` and `next` are missing. */
export interface Advice {
  warnings?: Pick<Warning, "code" | "message" | "recordIds">[];
  next?: NextStep[];
}

export function adviceOf(warnings: readonly Warning[]): Advice {
  if (warnings.length === 0) return {};
  const steps = new Map(warnings.map(({ next }) => [`${next.operation} ${next.why}`, next]));
  return { warnings: warnings.map(({ code, message, recordIds }) => ({ code, message, recordIds })), next: [...steps.values()] };
}

/** Formats warnings and next steps as lines of text for a person or a language model. */
export function adviceLines({ warnings = [], next = [] }: Advice): string[] {
  return [...warnings.map(({ message }) => `Warning: ${message}`), ...next.map(({ operation, why }) => `Next: ${operation}. ${why}`)];
}
