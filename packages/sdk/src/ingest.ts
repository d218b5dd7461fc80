import { ApiError, ConnectionError, OffergraphError, type ResponseError } from "./errors.js";
import type { CheckoutRecord, OrderRecord, RateRecord } from "./generated/ingest.js";
import type { UserError } from "./generated/schema.js";
import { apiError, bearer, type ClientOptions, connectionLost, createHttp, readJson } from "./http.js";
import { linesOf, ndjsonBody } from "./ndjson.js";
import type { CallOptions } from "./types.js";

export type * from "./generated/ingest.js";
export { ApiError, type CallOptions, ConnectionError, OffergraphError, type ResponseError, type UserError };

/** The result of one ingested record. */
export interface IngestResult {
  /** Position of the sent record, starting with 0. */
  index: number;
  externalRef: string | null;
  /**
   * `unchanged`: the same version of the record was stored before. `stale`: a newer version of the record was stored before. `rejected`:
   * `errors` contains the reasons.
   */
  outcome: "accepted" | "unchanged" | "stale" | "rejected";
  /** The id of the stored record. Absent for exchange rates and rejected records. */
  rowId?: string;
  errors?: UserError[];
}

export interface IngestOptions extends ClientOptions {
  /** The key of a store connection, or a secret key of level WRITE. */
  key: string;
}

export interface IngestKind<Item> {
  /**
   * Sends at most 1,000 records in one request, and returns one result per record. If ingest stops early, throws an ApiError with the
   * previous results in `data`. Retries after temporary failures. Ingest never stores a record twice.
   */
  send(records: readonly Item[], options?: CallOptions): Promise<IngestResult[]>;
  /**
   * Sends any number of records as NDJSON, and yields results while sending. Does not repeat the request after a failure. Rethrows the
   * errors of `records`. Without `timeoutMs`, the request has no timeout. In browsers, requires support for streams as request bodies.
   */
  stream(records: Iterable<Item> | AsyncIterable<Item>, options?: Omit<CallOptions, "maxRetries">): AsyncIterable<IngestResult>;
}

export interface Ingest {
  orders: IngestKind<OrderRecord>;
  checkouts: IngestKind<CheckoutRecord>;
  rates: IngestKind<RateRecord>;
}

interface Body {
  results?: IngestResult[];
  errors?: readonly ResponseError[];
}

const ndjson = "application/x-ndjson";

/** Creates a client that sends orders, checkouts and exchange rates. */
export function createIngestClient({ key, ...options }: IngestOptions): Ingest {
  const http = createHttp(options);
  const authorization = bearer(key);
  const kind = <Item>(name: keyof Ingest): IngestKind<Item> => {
    const request = { method: "POST", path: `/v1/ingest/${name}` } as const;
    return {
      send(records, own = {}) {
        const headers = { authorization, "content-type": "application/json" };
        return http({ ...request, headers, body: JSON.stringify({ records }) }, own, readResults);
      },
      async *stream(records, own = {}) {
        const headers = { authorization, "content-type": ndjson, accept: ndjson };
        const failures: unknown[] = [];
        const body = ndjsonBody(records, (error) => failures.push(error));
        const limits = { timeoutMs: Number.POSITIVE_INFINITY, ...own, maxRetries: 0 };
        const accept = async (response: Response) => (response.ok ? response : fail(response, await readJson(response)));
        try {
          const response = await http({ ...request, headers, body, duplex: "half" }, limits, accept);
          for await (const line of linesOf(response)) yield readLine(response, line);
        } catch (error) {
          own.signal?.throwIfAborted();
          if (failures.length === 0) throw error instanceof OffergraphError ? error : connectionLost(options.url, error);
        }
        if (failures.length > 0) throw failures[0];
      },
    };
  };
  return { orders: kind("orders"), checkouts: kind("checkouts"), rates: kind("rates") };
}

async function readResults(response: Response): Promise<IngestResult[]> {
  const body = await readJson<Body>(response);
  return body.results && !body.errors ? body.results : fail(response, body);
}

function readLine(response: Response, line: string): IngestResult {
  const result = JSON.parse(line) as IngestResult | Body;
  return "outcome" in result ? result : fail(response, result);
}

function fail(response: Response, { errors = [], results }: Body): never {
  throw apiError(response, errors, results);
}
