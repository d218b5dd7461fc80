import { Violations } from "@offergraph/shared/errors/user-error";
import { truncate } from "@offergraph/shared/schema/truncate";
import { Fields } from "../../domain/ingest/fields.js";
import { type BatchLimits, batchesOf } from "./batches.js";
import { type Line, linesOf } from "./ndjson.js";
import { parseJson } from "./parse-json.js";

/** Fields and reader of a kind of record. */
export interface Shape<Sent> {
  /** All allowed fields. */
  fields: readonly string[];
  read(fields: Fields): Sent;
}

/** A received record. */
export interface Received<Sent> {
  /** Position among all records, from 0. */
  index: number;
  /** Line number in a stream. */
  line?: number;
  /** As sent, if it is a string. */
  externalRef: string | null;
  connectionId: string | null;
  /** Set once the partner is looked up. */
  partnerId: string | null;
  /** The content; not valid if there are violations. Undefined: unreadable. */
  sent: Sent | undefined;
  violations: Violations;
}

export const batchLimits: BatchLimits = { maxItems: 500, maxWeight: 1024 * 1024, idleMs: 250 };

/** Reads NDJSON records in batches. */
export async function* readLines<Sent>(shape: Shape<Sent>, chunks: AsyncIterable<Buffer>): AsyncGenerator<Received<Sent>[]> {
  let index = 0;
  for await (const lines of batchesOf(linesOf(chunks), ({ text = "" }) => text.length, batchLimits))
    yield lines.map((line) => ({ ...readText(shape, index++, line), line: line.number }));
}

function readText<Sent>(shape: Shape<Sent>, index: number, { text, fault }: Line): Received<Sent> {
  if (fault !== undefined) return unreadable(index, fault);
  try {
    return readRecord(shape, index, parseJson(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return unreadable(index, `The line is not JSON: ${error.message}.`);
  }
}

export function readRecord<Sent>(shape: Shape<Sent>, index: number, record: unknown): Received<Sent> {
  if (!isObject(record)) return unreadable(index, "The record must be a JSON object.");
  const fields = new Fields(record, shape.fields);
  const { externalRef } = record;
  return {
    index,
    externalRef: typeof externalRef === "string" ? truncate(externalRef, 255) : null,
    connectionId: fields.optionalId("connectionId"),
    partnerId: null,
    sent: shape.read(fields),
    violations: fields.violations,
  };
}

function unreadable(index: number, message: string): Received<never> {
  const violations = new Violations();
  violations.add([], "INVALID", message);
  return { index, externalRef: null, connectionId: null, partnerId: null, sent: undefined, violations };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
