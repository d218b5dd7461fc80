import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

/** An executed operation, as GraphQL answers it. */
export interface Executed {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { message: string; path?: readonly (string | number)[]; extensions?: Readonly<Record<string, unknown>> }[];
}

interface Fault {
  readonly message: string;
  readonly code: unknown;
  readonly path?: string;
  /** Which argument a read was refused for, with the path into it. */
  readonly argument?: string;
}

const longestText = 2_000;

/**
 * What a tool answers: the operation's value as `result`, with the errors of its parts beside it. It is an error when nothing came of the call:
 * the input broke rules, or no value came for a reason.
 */
export function resultOf(operation: string, { data, errors = [] }: Executed): CallToolResult {
  const result = data?.[operation] ?? null;
  const broken = userErrorsOf(result);
  const faults = errors.map(({ message, path = [], extensions }): Fault => {
    // The first part is the operation itself.
    const [, ...inside] = path;
    const { code, argument } = extensions ?? {};
    return {
      message,
      code,
      ...(inside.length > 0 && { path: inside.join(".") }),
      ...(typeof argument === "string" && { argument }),
    };
  });
  const isError = broken.length > 0 || (result === null && faults.length > 0);
  const text = isError ? textOfFaults(broken, faults) : textOf(result, faults);
  return {
    content: [{ type: "text", text }],
    structuredContent: { result, ...(faults.length > 0 && { errors: faults }) },
    ...(isError && { isError }),
  };
}

function userErrorsOf(result: unknown): Fault[] {
  const { userErrors } = isObject(result) ? result : {};
  if (!Array.isArray(userErrors)) return [];
  return userErrors.map(({ field, message, code }) => ({ message, code, path: Array.isArray(field) ? field.join(".") : "" }));
}

/** What broke no rule may have been done before its answer was lost: only a broken rule says that nothing was. */
function textOfFaults(broken: readonly Fault[], faults: readonly Fault[]): string {
  return [broken.length > 0 ? "Nothing was done:" : "It failed:", ...[...broken, ...faults].map(lineOf)].join("\n");
}

function lineOf({ path, message, code }: Fault): string {
  return `- ${path ? `${path}: ` : ""}${message}${code === undefined ? "" : ` (${code})`}`;
}

/** One line that says what came, and the data as far as it is short: not every client shows structured content to its model. */
function textOf(result: unknown, faults: readonly Fault[]): string {
  const lines = [summaryOf(result)];
  if (faults.length > 0) lines.push("Parts are missing:", ...faults.map(lineOf));
  if (result !== null) lines.push(shortened(JSON.stringify(result)));
  return lines.join("\n");
}

function shortened(json: string): string {
  if (json.length <= longestText) return json;
  // Half of a character of two would be no text that every client can read.
  return `${json.slice(0, longestText).replace(/[\uD800-\uDBFF]$/, "")}… (cut: all of it is in structuredContent)`;
}

function summaryOf(result: unknown): string {
  if (result === null) return "null: there is no such record, or no value.";
  if (Array.isArray(result)) return `${result.length} found.`;
  if (!isObject(result)) return "Found.";
  const { nodes, pageInfo, totalCount } = result;
  if (Array.isArray(nodes)) return pageSummary(nodes.length, pageInfo, totalCount);
  return Array.isArray(result.userErrors) ? "Done." : "Found.";
}

function pageSummary(count: number, pageInfo: unknown, totalCount: unknown): string {
  const total = typeof totalCount === "number" ? ` of ${totalCount}` : "";
  const { hasNextPage, endCursor } = isObject(pageInfo) ? pageInfo : {};
  return `${count}${total} found.${hasNextPage === true ? ` There are more: call again with after: ${JSON.stringify(endCursor)}.` : ""}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
