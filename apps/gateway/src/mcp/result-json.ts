import { type Advice, adviceLines, adviceOf } from "@offergraph/shared/errors/warning";
import type { BodyParts } from "../http/send.js";
import type { OperationContext } from "../pipeline/context.js";
import { endOfValue, type Items, type Outline, outlineOf, quote, type Span } from "./json-outline.js";
import { type ExecutionResult, hasText, pageSummary, resultOf, shortened, shownRecords, untrusted, untrustedMeta } from "./result.js";

/** Converts a GraphQL response to the JSON of a tool result. */
export function resultJson(operation: string, body: OperationContext["body"]): BodyParts {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  return embed(operation, bytes) ?? [JSON.stringify(resultOf(operation, JSON.parse(body.toString())))];
}

/**
 * Puts the bytes of the operation's value into the tool result without parsing them, because parsing would take most of the CPU time. The
 * result equals the result of `resultOf`. Returns undefined if the value is null, or if the response contains errors, userErrors or
 * extensions other than warnings. Returns undefined if the JSON is not compact.
 */
function embed(operation: string, body: Buffer): BodyParts | undefined {
  const prefix = `{"data":{"${operation}":`;
  const { length: start } = prefix;
  if (body.toString("latin1", 0, start) !== prefix) return undefined;
  const outline = outlineOf(body, start);
  const advice = outline && adviceAfter(body, outline.end);
  if (!advice || outline.members.has("userErrors")) return undefined;
  const jsonOf = (span: Span) => body.toString("utf8", span.start, span.end);
  const { items, end } = outline;
  const value = body.subarray(start, end);
  if (value.length === 4 && value.toString("latin1") === "null") return undefined;
  const isUntrusted = startsWithText(value) || hasText(JSON.parse(value.toString()));
  const shown = items ? shownItems(body, items) : [shortened(value.toString())];
  if (!shown) return undefined;
  const text = [summaryOf(outline, jsonOf), ...adviceLines(advice), ...(isUntrusted ? [untrusted] : []), ...shown].join("\n");
  const meta = isUntrusted ? `"_meta":${JSON.stringify(untrustedMeta)},` : "";
  const members = Object.entries(advice).map(([name, given]) => `,"${name}":${JSON.stringify(given)}`);
  return [
    `{${meta}"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":{"result":`,
    value,
    `${members.join("")}}}`,
  ];
}

/** Returns the advice of a response whose value ends at `end`. Returns undefined if the response contains anything else after the value. */
function adviceAfter(body: Buffer, end: number): Advice | undefined {
  const rest = body.toString("utf8", end).trimEnd();
  if (rest === "}}") return {};
  if (!rest.startsWith(`},"extensions":{"warnings":[`)) return undefined;
  const { extensions, ...others }: ExecutionResult = JSON.parse(`{${rest.slice(2)}`);
  const { warnings = [], ...further } = extensions ?? {};
  return Object.keys(others).length + Object.keys(further).length > 0 ? undefined : adviceOf(warnings);
}

/** Returns the lines of the shown records. Returns undefined if a shown record contains white space between tokens. */
function shownItems(body: Buffer, { start, count }: Items): string[] | undefined {
  let at = start;
  const lines = shownRecords(count, () => {
    const end = at < 0 ? -1 : endOfValue(body, at);
    const json = end < 0 ? "" : body.toString("utf8", at, end);
    // Skips the comma after the record.
    at = end < 0 ? -1 : end + 1;
    return json;
  });
  return at < 0 ? undefined : lines;
}

/** True if the first string value of the JSON is not empty. */
function startsWithText(value: Buffer): boolean {
  const at = value.indexOf('":"');
  return at >= 0 && value[at + 3] !== quote;
}

/** Returns the summary that `summaryOf` returns for the parsed value. */
function summaryOf({ items, members }: Outline, jsonOf: (span: Span) => string): string {
  if (!items) return "Found.";
  if (!members.has("nodes")) return `${items.count} found.`;
  const memberOf = (name: string): unknown => {
    const span = members.get(name);
    return span && JSON.parse(jsonOf(span));
  };
  return pageSummary(items.count, memberOf("pageInfo"), memberOf("totalCount"));
}
