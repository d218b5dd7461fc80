import { Violations } from "@offergraph/shared/errors/user-error";
import { cutTo } from "@offergraph/shared/schema/cut-to";
import { Fields } from "../domain/ingest/fields.js";
import type { Line } from "./lines.js";
import { parseJson } from "./parse-json.js";

/** How records of a kind are read. */
export interface Shape<Sent> {
  /** All that a record may have. */
  fields: readonly string[];
  read(fields: Fields): Sent;
}

/** A record as it came in. */
export interface Received<Sent> {
  /** Its place among the records that were sent. */
  index: number;
  /** The line that it stands in, of a stream. */
  line?: number;
  /** As it was sent, if that is a text. */
  externalRef: string | null;
  /** The connection that it names. */
  connectionId: string | null;
  /** The partner that it names, once that was looked up. */
  partnerId: string | null;
  /** What it says; means nothing beside violations. Undefined: it cannot be read at all. */
  sent: Sent | undefined;
  violations: Violations;
}

/** Reads a line of a stream. */
export function readLine<Sent>(shape: Shape<Sent>, index: number, line: Line): Received<Sent> {
  return { ...readText(shape, index, line), line: line.number };
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

/** Reads a JSON value. */
export function readRecord<Sent>(shape: Shape<Sent>, index: number, record: unknown): Received<Sent> {
  if (!isObject(record)) return unreadable(index, "A record has to be a JSON object.");
  const fields = new Fields(record, shape.fields);
  const { externalRef } = record;
  return {
    index,
    externalRef: typeof externalRef === "string" ? cutTo(externalRef, 255) : null,
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
