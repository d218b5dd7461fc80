import { type Advice, adviceLines, adviceOf } from "@offergraph/shared/errors/warning";
import type { BodyParts } from "../http/send.js";
import type { OperationContext } from "../pipeline/context.js";
import { quote } from "./bytes.js";
import { endOfValue, type Items, type Outline, outlineOf, type Span } from "./json-outline.js";
import {
  type ExecutionResult,
  hasText,
  longestText,
  noteOfShown,
  pageSummary,
  resultOf,
  shortened,
  shownRecords,
  untrusted,
  untrustedMeta,
} from "./result.js";

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
  const shown = items ? shownItems(body, items) : [escaped(shortened(value.toString()))];
  if (!shown) return undefined;
  const intro = [summaryOf(outline, jsonOf), ...adviceLines(advice), ...(isUntrusted ? [untrusted] : [])].join("\n");
  const meta = isUntrusted ? `"_meta":${JSON.stringify(untrustedMeta)},` : "";
  const members = Object.entries(advice).map(([name, given]) => `,"${name}":${JSON.stringify(given)}`);
  return [
    `{${meta}"content":[{"type":"text","text":"${escaped(intro)}${shown.length > 0 ? "\\n" : ""}`,
    ...shown,
    `"}],"structuredContent":{"result":`,
    value,
    `${members.join("")}}}`,
  ];
}

/** Returns a text as a part of a JSON string, without quotes. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
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

/**
 * Returns the lines of the shown records as parts of a JSON string. Returns undefined if one of the first records contains white space
 * between tokens.
 */
function shownItems(body: Buffer, { start, count, lines }: Items): BodyParts | undefined {
  if (count === 0) return [];
  if (lines) return [lines.bytes, escaped(["", ...noteOfShown(lines.shown, count)].join("\n"))];
  const end = endOfValue(body, start);
  const first = end < 0 ? "" : body.toString("utf8", start, end);
  return first.length > longestText ? [escaped(shownRecords(count, () => first).join("\n"))] : undefined;
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
