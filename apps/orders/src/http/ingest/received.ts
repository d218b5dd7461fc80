import { isUtf8 } from "node:buffer";
import { PublicError } from "@offergraph/shared/errors/public-error";
import { linesOf } from "../../services/ingest/ndjson.js";
import { parseJson } from "../../services/ingest/parse-json.js";
import { type Received, readLine, readRecord, type Shape } from "../../services/ingest/record.js";
import { type BatchLimits, batchesOf } from "./batches.js";

const maxRecords = 1_000;
const limits: BatchLimits = { maxItems: 500, maxWeight: 1024 * 1024, idleMs: 250 };

/** Reads NDJSON records in batches. */
export async function* receivedLines<Sent>(shape: Shape<Sent>, chunks: AsyncIterable<Buffer>): AsyncGenerator<Received<Sent>[]> {
  let index = 0;
  for await (const lines of batchesOf(linesOf(chunks), ({ text = "" }) => text.length, limits))
    yield lines.map((line) => readLine(shape, index++, line));
}

/** Reads the records of a JSON body in batches. Throws PublicError BAD_REQUEST if the body is invalid. */
export function receivedBody<Sent>(shape: Shape<Sent>, body: Buffer): Received<Sent>[][] {
  const records = recordsOf(body).map((record, index) => readRecord(shape, index, record));
  return Array.from({ length: Math.ceil(records.length / limits.maxItems) }, (_, place) =>
    records.slice(place * limits.maxItems, (place + 1) * limits.maxItems),
  );
}

function recordsOf(body: Buffer): unknown[] {
  if (!isUtf8(body)) throw new PublicError("BAD_REQUEST", "The body is not valid UTF-8.");
  let value: unknown;
  try {
    value = parseJson(body.toString());
  } catch (error) {
    throw new PublicError("BAD_REQUEST", `The body is not JSON: ${(error as Error).message}.`);
  }
  const { records, ...others } = (value ?? {}) as { records?: unknown };
  if (!Array.isArray(records)) throw new PublicError("BAD_REQUEST", 'The body must be a JSON object {"records": […]}.');
  if (Object.keys(others).length > 0) throw new PublicError("BAD_REQUEST", 'The body must have no other member than "records".');
  if (records.length > maxRecords)
    throw new PublicError(
      "BAD_REQUEST",
      `The body has ${records.length} records; the maximum for JSON is ${maxRecords}. Send NDJSON instead.`,
    );
  return records;
}
