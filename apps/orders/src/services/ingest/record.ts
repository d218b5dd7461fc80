import { Violations } from "@offergraph/shared/errors/user-error";
import { truncate } from "@offergraph/shared/schema/truncate";
import { addUnknownFields, type FieldsOf, id, isObject, maxViolations, optional, readFields } from "../../domain/ingest/fields.js";
import { batchesOf } from "./batches.js";
import { type Line, linesOf } from "./ndjson.js";
import { parseJson } from "./parse-json.js";

/** Fields of a record (except `connectionId`), and an optional check across fields. */
export interface Shape<Sent> {
  fields: FieldsOf<Sent>;
  check?(sent: Sent, violations: Violations): void;
}

export interface Received<Sent> {
  /** Position among all records of the request, counted from 0. */
  index: number;
  line?: number;
  /** The reference that the store sent, or null if the reference is not a string. */
  externalRef: string | null;
  connectionId: string | null;
  /** Null until the partner is found. */
  partnerId: string | null;
  /** The content, which may be invalid if `violations` is not empty. Undefined for an unreadable record. */
  sent: Sent | undefined;
  violations: Violations;
}

const maxBatchWeight = 1024 * 1024;
export const connectionField = { connectionId: optional(id, null) };

/**
 * Reads records from NDJSON. `batchSize` returns the maximum number of records per batch. A partial batch waits `idleMs` for its next
 * record.
 */
export async function* readLines<Sent>(
  shape: Shape<Sent>,
  chunks: AsyncIterable<Buffer>,
  batchSize: () => number,
  idleMs = 250,
): AsyncGenerator<Received<Sent>[]> {
  let index = 0;
  const limits = { maxItems: batchSize, maxWeight: maxBatchWeight, idleMs };
  for await (const lines of batchesOf(linesOf(chunks), ({ text = "" }) => text.length, limits))
    yield lines.map((line) => ({ ...readText(shape, index++, line), line: line.number }));
}

function readText<Sent>(shape: Shape<Sent>, index: number, { text, fault }: Line): Received<Sent> {
  if (fault !== undefined) return unreadable(index, fault);
  try {
    return readRecord(shape, index, parseJson(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return unreadable(index, `The line is not valid JSON: ${error.message}.`);
  }
}

export function readRecord<Sent>({ fields, check }: Shape<Sent>, index: number, record: unknown): Received<Sent> {
  if (!isObject(record)) return unreadable(index, "The record must be a JSON object.");
  const violations = new Violations({ most: maxViolations });
  addUnknownFields(record, [connectionField, fields], violations);
  const { connectionId } = readFields(record, connectionField, violations);
  const sent = readFields(record, fields, violations);
  check?.(sent, violations);
  const { externalRef: ref } = record;
  return { index, externalRef: typeof ref === "string" ? truncate(ref, 255) : null, connectionId, partnerId: null, sent, violations };
}

function unreadable(index: number, message: string): Received<never> {
  const violations = new Violations();
  violations.add([], "INVALID", message);
  return { index, externalRef: null, connectionId: null, partnerId: null, sent: undefined, violations };
}
