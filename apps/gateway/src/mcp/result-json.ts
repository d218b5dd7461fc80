import type { OperationContext } from "../pipeline/context.js";
import { type Outline, outlineOf, type Span } from "./json-outline.js";
import { hasText, pageSummary, resultOf, shortened, shownRecords, untrusted, untrustedMeta } from "./result.js";

/** JSON of a tool result. */
export type ResultJson = string | Buffer;

/** Converts a GraphQL response to the JSON of a tool result. */
export function resultJson(operation: string, body: OperationContext["body"]): ResultJson {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  return embed(operation, bytes) ?? JSON.stringify(resultOf(operation, JSON.parse(body.toString())));
}

/**
 * Copies the operation's value into the tool result without parsing the value, because most of the CPU time of a large result would be
 * spent on parsing. The result is equal to the result of resultOf. Returns undefined if the response contains more than the value (errors,
 * userErrors or extensions), if the value is null, or if the response is not compact JSON.
 */
function embed(operation: string, body: Buffer): Buffer | undefined {
  const prefix = `{"data":{"${operation}":`;
  const { length: start } = prefix;
  if (body.toString("latin1", 0, start) !== prefix) return undefined;
  const outline = outlineOf(body, start);
  if (!outline || outline.members.has("userErrors") || body.toString("latin1", outline.end).trimEnd() !== "}}") return undefined;
  const value = { start, end: outline.end };
  const jsonOf = (span: Span) => body.toString("utf8", span.start, span.end);
  if (jsonOf({ start, end: Math.min(start + 4, value.end) }) === "null") return undefined;
  const isUntrusted = hasTextIn(body, value);
  const { items } = outline;
  const shown = items ? shownRecords(items.length, (index) => jsonOf(items[index] as Span)) : [shortened(jsonOf(value))];
  const text = [summaryOf(outline, jsonOf), ...(isUntrusted ? [untrusted] : []), ...shown].join("\n");
  const meta = isUntrusted ? `"_meta":${JSON.stringify(untrustedMeta)},` : "";
  const head = `{${meta}"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":{"result":`;
  return Buffer.concat([Buffer.from(head), body.subarray(value.start, value.end), Buffer.from("}}")]);
}

/** True if the value contains a text. Parses the value only if the first text is empty, or if no member of an object is a text. */
function hasTextIn(body: Buffer, { start, end }: Span): boolean {
  const at = body.indexOf('":"', start);
  const isNonEmpty = at >= 0 && at < end && body[at + 3] !== 0x22;
  return isNonEmpty || hasText(JSON.parse(body.toString("utf8", start, end)));
}

/** Returns the same summary as the function summaryOf for parsed values. */
function summaryOf({ items, members }: Outline, jsonOf: (span: Span) => string): string {
  if (!items) return "Found.";
  if (!members.has("nodes")) return `${items.length} found.`;
  const memberOf = (name: string): unknown => {
    const span = members.get(name);
    return span && JSON.parse(jsonOf(span));
  };
  return pageSummary(items.length, memberOf("pageInfo"), memberOf("totalCount"));
}
