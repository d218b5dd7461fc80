import type { OperationContext } from "../pipeline/context.js";
import { type Outline, outlineOf, quote, type Span } from "./json-outline.js";
import type { JsonParts } from "./json-parts.js";
import { hasText, pageSummary, resultOf, shortened, shownRecords, untrusted, untrustedMeta } from "./result.js";

/** Converts a GraphQL response to the JSON of a tool result. */
export function resultJson(operation: string, body: OperationContext["body"]): JsonParts {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  return embed(operation, bytes) ?? [JSON.stringify(resultOf(operation, JSON.parse(body.toString())))];
}

/**
 * Puts the bytes of the operation's value into the tool result without parsing them, because parsing would take most of the CPU time. The
 * result equals the result of `resultOf`. Returns undefined if the value is null, or if the response contains errors, userErrors or
 * extensions. Returns undefined if the JSON is not compact.
 */
function embed(operation: string, body: Buffer): JsonParts | undefined {
  const prefix = `{"data":{"${operation}":`;
  const { length: start } = prefix;
  if (body.toString("latin1", 0, start) !== prefix) return undefined;
  const outline = outlineOf(body, start);
  if (!outline || outline.members.has("userErrors") || body.toString("latin1", outline.end).trimEnd() !== "}}") return undefined;
  const jsonOf = (span: Span) => body.toString("utf8", span.start, span.end);
  const { items, end } = outline;
  const value = body.subarray(start, end);
  if (value.length === 4 && value.toString("latin1") === "null") return undefined;
  const isUntrusted = startsWithText(value) || hasText(JSON.parse(value.toString()));
  const shown = items ? shownRecords(items.length, (index) => jsonOf(items[index] as Span)) : [shortened(value.toString())];
  const text = [summaryOf(outline, jsonOf), ...(isUntrusted ? [untrusted] : []), ...shown].join("\n");
  const meta = isUntrusted ? `"_meta":${JSON.stringify(untrustedMeta)},` : "";
  return [`{${meta}"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":{"result":`, value, "}}"];
}

/** True if the first string value of the JSON is not empty. */
function startsWithText(value: Buffer): boolean {
  const at = value.indexOf('":"');
  return at >= 0 && value[at + 3] !== quote;
}

/** Returns the summary that `summaryOf` returns for the parsed value. */
function summaryOf({ items, members }: Outline, jsonOf: (span: Span) => string): string {
  if (!items) return "Found.";
  if (!members.has("nodes")) return `${items.length} found.`;
  const memberOf = (name: string): unknown => {
    const span = members.get(name);
    return span && JSON.parse(jsonOf(span));
  };
  return pageSummary(items.length, memberOf("pageInfo"), memberOf("totalCount"));
}
