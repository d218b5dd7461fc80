import DataLoader from "dataloader";
import type { Principal } from "../access/principal.js";
import type { LeanReader } from "../database/lean.js";
import type { Statement } from "../database/statement.js";
import type { Logger } from "../log/logger.js";
import type { Clock } from "../time/clock.js";

/** Reads many values at once: one value, null or Error for each key, in the order of the keys. */
export type BatchFunction<Key, Value> = (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>;

/** What every resolver has of the request it works for. */
export interface RequestBase {
  /** On whose behalf, as the gateway signed it. */
  readonly principal: Principal;
  readonly requestId: string;
  /** Bound to the request and its workspace. */
  readonly log: Logger;
  readonly clock: Clock;
  /** The trace that the request belongs to (W3C Trace Context). */
  readonly traceparent: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** Reads within the principal's workspace; there is no way to leave it. Rows are lean rows (database/lean.ts). */
  read<Row>(statement: Statement): Promise<Row[]>;
  /** The request's loader of this name, made by the first who asks: many `load` calls become one call of `batch`. */
  load<Key, Value>(name: string, batch: BatchFunction<Key, Value>): DataLoader<Key, Value>;
}

/** What a RequestBase is made from. */
export interface RequestParts {
  principal: Principal;
  reader: LeanReader;
  log: Logger;
  clock: Clock;
  traceparent: string | undefined;
  idempotencyKey: string | undefined;
}

// A statement's list of ids stays within reason however long the list that asks for them.
const mostInOneBatch = 1000;

export function createRequestBase({ principal, reader, log, clock, traceparent, idempotencyKey }: RequestParts): RequestBase {
  const { workspaceId, requestId } = principal;
  let loaders: Map<string, DataLoader<unknown, unknown>> | undefined;
  let bound: Logger | undefined;
  return {
    principal,
    requestId,
    clock,
    traceparent,
    idempotencyKey,
    get log() {
      bound ??= log.child({ requestId, workspaceId });
      return bound;
    },
    read: (statement) => reader.read(workspaceId, statement),
    load<Key, Value>(name: string, batch: BatchFunction<Key, Value>) {
      loaders ??= new Map();
      const known = loaders.get(name) as DataLoader<Key, Value> | undefined;
      if (known) return known;
      const made = new DataLoader<Key, Value>(batch, { maxBatchSize: mostInOneBatch });
      loaders.set(name, made as unknown as DataLoader<unknown, unknown>);
      return made;
    },
  };
}
