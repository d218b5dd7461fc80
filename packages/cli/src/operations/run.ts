import { randomUUID } from "node:crypto";
import { dryRunText } from "@offergraph/shared/access/dry-run";
import { type Advice, adviceLines } from "@offergraph/shared/errors/warning";
import type { Api, CallResult, Issue, Tool } from "../api/mcp.js";
import { CommandError } from "../errors.js";
import { progressText } from "../output/progress.js";
import { recordText } from "../output/record.js";
import { type Layout, pageTable } from "../output/table.js";
import type { Terminal } from "../terminal.js";
import { type GivenOptions, isMutation } from "./arguments.js";
import { parametersOf } from "./parameters.js";
import { jobOf, waitForJob } from "./wait.js";

interface Page {
  nodes: Record<string, unknown>[];
  pageInfo?: { hasNextPage?: boolean; endCursor?: string | null };
  totalCount?: number | null;
}

export interface RunOptions {
  given: Record<string, unknown>;
  options: GivenOptions;
  /** The operation `get_job`, if the API has it. */
  getJob: Tool | undefined;
}

/**
 * Calls an operation and prints its result. On a terminal, prints a table or one field per line. Outside of a terminal, prints JSON. Throws
 * CommandError if the call fails.
 */
export async function runOperation(api: Api, tool: Tool, { given, options, getJob }: RunOptions, terminal: Terminal): Promise<void> {
  const isJson = options.json || !terminal.isInteractive;
  const { fields, dryRun: isDryRun = false } = options;
  const withFields = { ...given, ...(fields !== undefined && { fields }), ...(isDryRun && { dry_run: true }) };
  if (options.all) return printAll(api, tool, withFields, isJson, terminal);
  const idempotencyKey = isMutation(tool) ? (options.idempotencyKey ?? randomUUID()) : undefined;
  const called = await call(api, tool, withFields, idempotencyKey);
  for (const issue of called.errors ?? []) terminal.error(lineOf(issue));
  if (called.dryRun) terminal.error(dryRunText(called.dryRun));
  printAdvice(called, terminal);
  const job = options.wait && getJob && !isDryRun ? jobOf(called.result) : undefined;
  const result = job && getJob ? await waitForJob(api, getJob, job, terminal) : called.result;
  if (isJson) return terminal.out(JSON.stringify(result));
  if (!isPage(result)) return terminal.out(recordText(result));
  terminal.out(pageTable(result.nodes, terminal.columns).text);
  if (result.pageInfo?.hasNextPage) terminal.error("More entries follow. Add --all to read all pages.");
}

function printAdvice(advice: Advice, terminal: Terminal): void {
  for (const line of adviceLines(advice)) terminal.error(line);
}

/** Reads all pages of a list, and prints one table or one JSON object per line. */
async function printAll(api: Api, tool: Tool, given: Record<string, unknown>, isJson: boolean, terminal: Terminal): Promise<void> {
  const counts = parametersOf(tool).some(({ flag }) => flag === "with-total");
  let layout: Layout | undefined;
  let total: number | null | undefined;
  let count = 0;
  for (let after = given.after; ; ) {
    const countsTotal = count === 0 && counts;
    const page = { first: 1000, ...given, ...(after !== undefined && { after }), ...(countsTotal && { withTotal: true }) };
    const { result, errors = [], ...advice } = await call(api, tool, page);
    printAdvice(advice, terminal);
    if (errors.length > 0) throw new CommandError(errors.map(lineOf).join("\n"));
    if (!isPage(result)) throw new CommandError(`The result of ${tool.name} does not consist of pages; omit --all.`);
    count += result.nodes.length;
    total ??= result.totalCount;
    terminal.progress(progressText(count, total, "read"));
    if (isJson) for (const node of result.nodes) terminal.out(JSON.stringify(node));
    else if (result.nodes.length > 0 || count === 0) {
      const shown = pageTable(result.nodes, terminal.columns, layout);
      layout = shown;
      terminal.progress("");
      terminal.out(shown.text);
    }
    const { hasNextPage = false, endCursor } = result.pageInfo ?? {};
    if (!hasNextPage || endCursor == null) break;
    after = endCursor;
  }
  terminal.progress("");
}

async function call(api: Api, tool: Tool, given: object, idempotencyKey?: string): Promise<CallResult> {
  const repeat =
    idempotencyKey === undefined
      ? ""
      : `\nThe operation may have been applied. To repeat the operation without a second effect, add: --idempotency-key ${idempotencyKey}`;
  const called = await api.call(tool.name, given, idempotencyKey).catch((error: unknown) => {
    throw error instanceof CommandError && error.isTemporary ? new CommandError(`${error.message}${repeat}`, 2) : error;
  });
  const { result, errors = [] } = called;
  const userErrors = userErrorsOf(result);
  if (userErrors.length > 0) throw new CommandError(userErrors.map(lineOf).join("\n"));
  if (result == null && errors.length > 0) {
    const isAway = errors.some(({ code }) => code === "SERVICE_UNAVAILABLE");
    throw new CommandError(`${errors.map(lineOf).join("\n")}${isAway ? repeat : ""}`, isAway ? 2 : 1);
  }
  return called;
}

function userErrorsOf(result: unknown): Issue[] {
  const { userErrors } = (typeof result === "object" && result !== null ? result : {}) as {
    userErrors?: { field?: (string | number)[]; message: string; code?: string }[];
  };
  return (userErrors ?? []).map(({ field = [], message, code }) => ({
    path: field.join("."),
    message,
    ...(code !== undefined && { code }),
  }));
}

/** Formats an error as one line with path, code and message. */
export function lineOf({ path, code, message }: Issue): string {
  return [path, code, message].filter((part) => part !== undefined && part !== "").join("  ");
}

function isPage(result: unknown): result is Page {
  return typeof result === "object" && result !== null && Array.isArray((result as Partial<Page>).nodes);
}
