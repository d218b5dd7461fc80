import { type Flaw, findFlaws, type Path } from "../project/explain.js";
import type { Findings } from "../project/project.js";
import type { ObjectShape } from "../project/shape.js";
import { type AnswerError, answerError, internal } from "./errors.js";
import type { Run } from "./run.js";

export interface Answer {
  readonly body: string | Buffer;
  /** The codes of the errors in it. */
  readonly errorCodes: string[];
}

/** The client's answer made of what a run brought: the projected data, and every error and gap explained, at most `maximum` of them. */
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
    // Two errors without a path may be two things; at one path one tells enough.
    const key = error.path ? JSON.stringify(error.path) : `${errors.size}`;
    if (errors.size < maximum && !errors.has(key)) errors.set(key, error);
    return errors.size < maximum;
  };
  for (const error of run.errors) if (!add(answerError(error, requestId, root))) break;
  const reported = [...errors.values()].flatMap((error) => (error.path ? [error.path] : []));
  const causeOf = flawCauses(run, reported);
  if (isFlawed)
    findFlaws(root, run.data, (flaw) => {
      const cause = causeOf(flaw);
      return cause === undefined || add({ message: cause.message, path: flaw.path, extensions: { code: cause.code, requestId } });
    });
  return [...errors.values()];
}

/** A record that was deleted is null to those who still refer to it (decisions.md 2). Where its null takes others along, these are missed. */
function isOfGone({ kind, owner, ownerMayBeNull }: Flaw, { gone }: Run): boolean {
  return gone.has(owner) && (kind === "missing" || (kind === "missingNonNull" && ownerMayBeNull));
}

/** Why something is not as it should be; undefined when an error says so already, or when null is the plain answer. */
function flawCauses(run: Run, reported: readonly Path[]): (flaw: Flaw) => { code: string; message: string } | undefined {
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
      return { code: internal.code, message: `The value of ${flaw.field.parent}.${flaw.field.name} is not one of its type.` };
    return { code: internal.code, message: `Cannot return null for non-nullable field ${flaw.field.parent}.${flaw.field.name}.` };
  };
}

function isAbove(upper: Path, lower: Path): boolean {
  return upper.length <= lower.length && upper.every((part, index) => part === lower[index]);
}
