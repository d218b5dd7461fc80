import type { ApiError, ConnectionError } from "./errors.js";
import type { UserError } from "./generated/schema.js";

/** Options of one call, which override the client's options. */
export interface CallOptions {
  /** Aborts the call, including the waits between its attempts. */
  signal?: AbortSignal | undefined;
  /** Maximum time of one attempt in milliseconds. */
  timeoutMs?: number | undefined;
  /** Maximum number of retries after temporary failures. With 0, the client makes only one attempt, even if a rate limit is exceeded. */
  maxRetries?: number | undefined;
}

/** A failed attempt that the client is going to repeat. */
export interface Retry {
  /** The `status` of an ApiError is 429 if a rate limit is exceeded. */
  error: ApiError | ConnectionError;
  /** The number of failed attempts of the call so far. */
  failures: number;
  /** The time until the next attempt in milliseconds. */
  delayMs: number;
}

/** `F` is the selection that the caller passes, and `Known` lists the fields of the record. */
export interface Options<F, Known> extends CallOptions {
  /**
   * The fields of the result, for example `{ rowId: true, partner: { name: true } }`. By default, the result has the default fields of the
   * operation.
   */
  fields?: (F & Strict<F, Known>) | undefined;
}

export interface ListOptions<F, Known> extends Options<F, Known> {
  /** If true, the page contains `totalCount`, the number of all records that match the filter. */
  totalCount?: boolean | undefined;
}

export interface MutationOptions<F, Known> extends Options<F, Known> {
  /**
   * An idempotency key of 1-255 printable ASCII characters. For 24 hours, a call with the same key and input returns the first result and
   * changes nothing. By default, the client generates one key per call. All attempts of the call use the same key.
   */
  idempotencyKey?: string | undefined;
  /** If true, the API checks the mutation and returns its result, but changes nothing. */
  dryRun?: boolean | undefined;
}

/** Rejects a selection with fields that the record does not have. TypeScript does not reject unknown keys of a generic argument. */
export type Strict<F, Known> = {
  [Key in keyof F]: Key extends keyof Known ? (F[Key] extends true ? F[Key] : Strict<F[Key], NonNullable<Known[Key]>>) : never;
};

/** The type of the selected fields of a record. Without a selection, the type of the default fields. */
export type Select<Full, F, Default> = [F] extends [never] ? Default : Selected<Full, F>;

type Selected<Value, F> =
  Value extends ReadonlyArray<infer Item>
    ? Array<Selected<Item, F>>
    : Value extends object
      ? { [Key in keyof F & keyof Value]: F[Key] extends true ? Value[Key] : Selected<Value[Key], F[Key]> }
      : Value;

/**
 * The result of a mutation. If `ok` is false, nothing changed, and `userErrors` lists all errors of the input. For invalid input, the
 * method does not throw, but returns `userErrors`.
 */
export type MutationResult<Payload> =
  | { ok: true; data: Payload; userErrors: []; warnings: Warning[]; dryRun?: DryRun }
  | { ok: false; data: null; userErrors: [UserError, ...UserError[]]; dryRun?: DryRun };

/** A problem that remains after a successful mutation. */
export interface Warning {
  /** The name of the mutation. */
  operation: string;
  code: string;
  message: string;
  /** The ids of at most 20 affected records. */
  recordIds: string[];
  /** The usual next operation, and the reason for it. */
  next: { operation: string; why: string };
}

/** Preview of a mutation's effects. The API returns this report for a call with `dryRun: true`. */
export interface DryRun {
  /** The name of the mutation. */
  operation: string;
  /** The first 100 events that the mutation would emit. */
  events: { type: string; recordId: string }[];
  eventCount: number;
  /** Number of tasks that the mutation would queue, by task name, for example `storePushes`. */
  queued: Record<string, number>;
  /** Describes steps that the dry run skipped, and steps that would follow the mutation. */
  notes: string[];
}

export interface Page<Item> {
  nodes: Item[];
  pageInfo: {
    hasNextPage: boolean;
    /** Pass this cursor as `after` to get the next page. */
    endCursor: string | null;
    /** `hasPreviousPage` is set only if the call has the argument `last`. */
    hasPreviousPage?: boolean;
    /**
     * Pass this cursor as `before`, together with `last`, to get the previous page. `startCursor` is set only if the call has the argument
     * `last`.
     */
    startCursor?: string | null;
  };
  /** The number of all records that match the filter. `totalCount` is set only if the call requests it. */
  totalCount?: number | null;
}

/**
 * `await` requests one page. `for await` requests one page after the other, and yields their records. With the argument `last`, `for await`
 * yields the records from last to first.
 */
export interface PagePromise<Item> extends Promise<Page<Item>>, AsyncIterable<Item> {}
