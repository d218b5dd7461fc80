import { diagnoseNulls, type Path } from "../project/diagnose-nulls.js";
import type { ProjectionState } from "../project/project.js";
import type { ObjectShape } from "../project/shape.js";
import { causeOf } from "./causes.js";
import { clientPath } from "./client-path.js";
import { type AnswerError, answerError } from "./errors.js";
import type { Run } from "./run.js";

export interface Answer {
  readonly body: string | Buffer;
  readonly errorCodes: string[];
}

/** Builds the response to the client from the merged data and the errors. The response contains at most `maximum` errors. */
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
  const errors = explain(run, root, data, maximum, state.hasIssues);
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

function explain(run: Run, root: ObjectShape, data: unknown, maximum: number, hasIssues: boolean): AnswerError[] {
  const { requestId } = run.request;
  const errors = new Map<string, AnswerError>();
  /** Paths of nulls that already have an error. */
  const explained = new Set<string | undefined>();
  const add = (error: AnswerError) => {
    // Keeps one error for each path, and all errors without a path.
    const key = error.path ? JSON.stringify(error.path) : `${errors.size}`;
    if (errors.size < maximum && !errors.has(key)) {
      errors.set(key, error);
      if (error.path) explained.add(nullAt(data, error.path));
    }
    return errors.size < maximum;
  };
  for (const error of run.errors) {
    const path = error.path && clientPath(error.path, root, run.data);
    const isUnselected = error.path && !path;
    if (!isUnselected && !add(answerError(error, path, requestId))) return [...errors.values()];
  }
  if (hasIssues)
    diagnoseNulls(root, run.data, (issue) => {
      const cause = causeOf(issue, run, () => explained.has(nullAt(data, issue.path)));
      return cause === undefined || add({ message: cause.message, path: issue.path, extensions: { code: cause.code, requestId } });
    });
  return [...errors.values()];
}

/** Returns the path of the first null on a path, as text. Returns undefined if no value on the path is null. */
function nullAt(data: unknown, path: Path): string | undefined {
  let value = data;
  for (let index = 0; ; index++) {
    if (value === null || value === undefined) return JSON.stringify(path.slice(0, index));
    const part = path[index];
    if (part === undefined || typeof value !== "object" || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
}
