import { diagnoseNulls, type Issue, type Path } from "../project/diagnose-nulls.js";
import type { Findings } from "../project/project.js";
import type { ObjectShape } from "../project/shape.js";
import { type AnswerError, answerError, internal } from "./errors.js";
import type { Run } from "./run.js";

export interface Answer {
  readonly body: string | Buffer;
  /** Codes of its errors. */
  readonly errorCodes: string[];
}

/** Builds the client's response: the projected data, and at most `maximum` errors that explain every failure and missing value. */
export function answerOf(run: Run, root: ObjectShape, project: (data: unknown, findings: Findings) => unknown, maximum: number): Answer {
  const findings: Findings = { flawed: false };
  const data = project(run.data, findings);
  if (!findings.flawed && run.errors.length === 0) return { body: `{"data":${JSON.stringify(data)}}`, errorCodes: [] };
  const errors = explain(run, root, maximum, findings.flawed);
  const errorCodes = errors.map((error) => error.extensions.code);
  const told = errors.length === 0 ? "" : `"errors":${JSON.stringify(errors)},`;
  return { body: `{${told}"data":${JSON.stringify(data)}}`, errorCodes };
}

function explain(run: Run, root: ObjectShape, maximum: number, isFlawed: boolean): AnswerError[] {
  const { requestId } = run.request;
  const errors = new Map<string, AnswerError>();
  const add = (error: AnswerError) => {
    // One error per path; errors without a path are all kept.
    const key = error.path ? JSON.stringify(error.path) : `${errors.size}`;
    if (errors.size < maximum && !errors.has(key)) errors.set(key, error);
    return errors.size < maximum;
  };
  for (const error of run.errors) if (!add(answerError(error, requestId, root))) break;
  const reported = [...errors.values()].flatMap((error) => (error.path ? [error.path] : []));
  const causeOf = flawCauses(run, reported);
  if (isFlawed)
    diagnoseNulls(root, run.data, (flaw) => {
      const cause = causeOf(flaw);
      return cause === undefined || add({ message: cause.message, path: flaw.path, extensions: { code: cause.code, requestId } });
    });
  return [...errors.values()];
}

/** True if the value is null because its record was deleted (decisions.md 2) and the null does not propagate to a parent. */
function isOfGone({ kind, owner, ownerMayBeNull }: Issue, { gone }: Run): boolean {
  return gone.has(owner) && (kind === "missing" || (kind === "missingNonNull" && ownerMayBeNull));
}

/** Returns the error that explains a flaw; undefined if an error already covers it or null is a valid value. */
function flawCauses(run: Run, reported: readonly Path[]): (flaw: Issue) => { code: string; message: string } | undefined {
  const anyFailure = [...run.unserved.values()][0]?.[0];
  return (flaw) => {
    const own = run.unserved.get(flaw.owner)?.find((failure) => failure.keys.has(flaw.field.source));
    if (own && flaw.kind !== "invalid") return own;
    if (reported.some((path) => isAbove(path, flaw.path) || isAbove(flaw.path.slice(0, -1), path))) return undefined;
    if (isOfGone(flaw, run)) return undefined;
    if (flaw.kind === "missing" || flaw.kind === "missingNonNull") {
      if (anyFailure) return anyFailure;
      if (flaw.kind === "missing") return undefined;
    }
    if (flaw.kind === "invalid")
      return { code: internal.code, message: `The value of ${flaw.field.parent}.${flaw.field.name} does not match its type.` };
    return { code: internal.code, message: `Cannot return null for non-nullable field ${flaw.field.parent}.${flaw.field.name}.` };
  };
}

function isAbove(upper: Path, lower: Path): boolean {
  return upper.length <= lower.length && upper.every((part, index) => part === lower[index]);
}
