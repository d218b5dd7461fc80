import type { Principal } from "@offergraph/shared/access/principal";
import type { Logger } from "@offergraph/shared/log/logger";
import type { Clock } from "@offergraph/shared/time/clock";
import DataLoader from "dataloader";
import type { Statement } from "../db/statement.js";
import type { WorkspaceReader } from "../db/workspace-reader.js";

/** Batch function of a DataLoader. Returns one value or Error for each key, in the order of the keys. */
export type BatchFunction<Key, Value> = (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>;

export interface RequestBase {
  readonly principal: Principal;
  readonly requestId: string;
  /** Logger that adds the request id and the workspace id to every log line. */
  readonly log: Logger;
  readonly clock: Clock;
  readonly traceparent: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** Runs a query that can read only the principal's workspace. Returns plain rows (see db/workspace-reader.ts). */
  read<Row>(statement: Statement): Promise<Row[]>;
  /** Returns the request's DataLoader with this name. The first call creates the DataLoader with `batch`. */
  load<Key, Value>(name: string, batch: BatchFunction<Key, Value>): DataLoader<Key, Value>;
}

type RequestParts = Pick<RequestBase, "principal" | "log" | "clock" | "traceparent" | "idempotencyKey"> & { reader: WorkspaceReader };

// Maximum number of keys that a DataLoader passes to `batch` in one call.
const maxInOneBatch = 1000;

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
      const made = new DataLoader<Key, Value>(batch, { maxBatchSize: maxInOneBatch });
      loaders.set(name, made as unknown as DataLoader<unknown, unknown>);
      return made;
    },
  };
}
