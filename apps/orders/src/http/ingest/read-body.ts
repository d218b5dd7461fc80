import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { maxBatch } from "@offergraph/service/tx/batch-sizes";
import { PublicError } from "@offergraph/shared/errors/public-error";
import { parseJson } from "../../services/ingest/parse-json.js";
import { type Received, readRecord, type Shape } from "../../services/ingest/record.js";

const maxRecords = 1_000;

/** Splits a JSON body into batches of records. Throws PublicError BAD_REQUEST if the body does not consist of JSON records. */
export function readBody<Sent>(shape: Shape<Sent>, body: Buffer): Received<Sent>[][] {
  const records = recordsOf(body).map((record, index) => readRecord(shape, index, record));
  return Array.from({ length: Math.ceil(records.length / maxBatch) }, (_, place) =>
    records.slice(place * maxBatch, (place + 1) * maxBatch),
  );
}

function recordsOf(body: Buffer): unknown[] {
  if (!isUtf8(body)) throw new PublicError("BAD_REQUEST", "The body is not valid UTF-8.");
  let value: unknown;
  try {
    value = parseJson(body.toString());
  } catch (error) {
    throw new PublicError("BAD_REQUEST", `The body is not valid JSON: ${(error as Error).message}.`);
  }
  const { records, ...others } = (value ?? {}) as { records?: unknown };
  if (!Array.isArray(records)) throw new PublicError("BAD_REQUEST", 'The body must be a JSON object {"records": […]}.');
  if (Object.keys(others).length > 0) throw new PublicError("BAD_REQUEST", 'The body must have only the member "records".');
  if (records.length > maxRecords)
    throw new PublicError(
      "BAD_REQUEST",
      `The body has ${records.length} records; the maximum for JSON is ${maxRecords}. Send NDJSON instead.`,
    );
  return records;
}

/** Yields the body. Discards the rest of the body if the caller stops early, because some clients read only after the last write. */
export async function* chunksOf(request: IncomingMessage, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  try {
    // Keeps the connection open for the response.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      onBytes(chunk.length);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof PublicError) throw error;
    throw new PublicError(
      "BAD_REQUEST",
      "The request body ended early. The service processed the records for which the response contains a result. It is safe to send all records again.",
    );
  } finally {
    request.resume();
  }
}
