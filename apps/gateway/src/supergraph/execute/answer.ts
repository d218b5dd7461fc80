import { diagnoseNulls, type Issue, type Path } from "../project/diagnose-nulls.js";
import type { ProjectionState } from "../project/project.js";
import type { ObjectShape } from "../project/shape.js";
import { type AnswerError, answerError, internal } from "./errors.js";
import type { Run } from "./run.js";

export interface Answer {
  readonly body: string | Buffer;
  readonly errorCodes: string[];
}

/**
 * Builds the response to the client from the merged data and the errors. The response explains missing values with at most `maximum`
 * errors.
 */
export function answerOf(
  run: Run,
  root: ObjectShape,
  project: (data: unknown, state: ProjectionState) => unknown,
  maximum: number,
): Answer {
  const state: ProjectionState = { hasIssues: false };
  const data = project(run.data, state);
  const extensions = extensionsOf(run);
  if (!state.hasIssues && run.errors.length === 0) return { body: `{"data":${JSON.stringify(data)}${extensions}}`, errorCodes: [] };
  const errors = explain(run, root, maximum, state.hasIssues);
  const errorCodes = errors.map((error) => error.extensions.code);
  const listed = errors.length === 0 ? "" : `"errors":${JSON.stringify(errors)},`;
  return { body: `{${listed}"data":${JSON.stringify(data)}${extensions}}`, errorCodes };
}

/** Returns the JSON text of the response's extensions, or an empty text. */
function extensionsOf({ request, dryRunReports, warnings }: Run): string {
  if (!request.isDryRun && warnings.length === 0) return "";
  const extensions = {
    ...(request.isDryRun && { dryRun: { mutations: dryRunReports } }),
    ...(warnings.length > 0 && { warnings }),
  };
  return `,"extensions":${JSON.stringify(extensions)}`;
}

function explain(run: Run, root: ObjectShape, maximum: number, hasIssues: boolean): AnswerError[] {
  const { requestId } = run.request;
  const errors = new Map<string, AnswerError>();
  const add = (error: AnswerError) => {
    // The response has at most one error for each path, and all errors without a path.
    const key = error.path ? JSON.stringify(error.path) : `${errors.size}`;
    if (errors.size < maximum && !errors.has(key)) errors.set(key, error);
    return errors.size < maximum;
  };
  for (const error of run.errors) if (!add(answerError(error, requestId, root))) break;
  const reported = [...errors.values()].flatMap((error) => (error.path ? [error.path] : []));
  const causeOf = issueCauses(run, reported);
  if (hasIssues)
    diagnoseNulls(root, run.data, (issue) => {
      const cause = causeOf(issue);
      return cause === undefined || add({ message: cause.message, path: issue.path, extensions: { code: cause.code, requestId } });
    });
  return [...errors.values()];
}

/**
 * True if the value is missing because the record was deleted, so that the response needs no error. False if the missing value also makes
 * the record's parent null.
 */
function isOfDeletedEntity({ kind, owner, ownerMayBeNull }: Issue, { deletedEntities }: Run): boolean {
  return deletedEntities.has(owner) && (kind === "missing" || (kind === "missingNonNull" && ownerMayBeNull));
}

/**
 * Creates the function that returns the error for a missing or invalid value. The function returns undefined if null is valid or another
 * error explains the null.
 */
function issueCauses(run: Run, reported: readonly Path[]): (issue: Issue) => { code: string; message: string } | undefined {
  const anyFailure = [...run.failedFetches.values()][0]?.[0];
  return (issue) => {
    const own = run.failedFetches.get(issue.owner)?.find((failure) => failure.keys.has(issue.field.source));
    if (own && issue.kind !== "invalid") return own;
    if (reported.some((path) => isAbove(path, issue.path) || isAbove(issue.path.slice(0, -1), path))) return undefined;
    if (isOfDeletedEntity(issue, run)) return undefined;
    if (issue.kind === "missing" || issue.kind === "missingNonNull") {
      if (anyFailure) return anyFailure;
      if (issue.kind === "missing") return undefined;
    }
    if (issue.kind === "invalid")
      return { code: internal.code, message: `The value of ${issue.field.parent}.${issue.field.name} does not match its type.` };
    return { code: internal.code, message: `Cannot return null for non-nullable field ${issue.field.parent}.${issue.field.name}.` };
  };
}

function isAbove(upper: Path, lower: Path): boolean {
  return upper.length <= lower.length && upper.every((part, index) => part === lower[index]);
}
