import type { Principal } from "@offergraph/shared/access/principal";
import type { Finding, Warning } from "@offergraph/shared/errors/warning";
import type { Logger } from "@offergraph/shared/log/logger";
import { traceIdOf } from "@offergraph/shared/telemetry/trace";
import type { Clock } from "@offergraph/shared/time/clock";
import DataLoader from "dataloader";
import type { SelectedFields } from "../db/selected-columns.js";
import type { Statement } from "../db/statement.js";
import type { Database } from "../tx/database.js";
import type { DryRun } from "../tx/dry-run.js";
import type { Tx } from "../tx/tx.js";

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
  /** The state of the dry run; undefined if the request is not a dry run. */
  readonly dryRun: DryRun | undefined;
  /** The fields that the document selects. The executor sets this property. Row loaders read only the columns of the selected fields. */
  selected?: SelectedFields | undefined;
  /** Warnings of the response, in the order in which the operations found them. */
  readonly warnings: readonly Warning[];
  /**
   * Adds warnings of an operation to the response. Mutations use `tx.warn`. Queries use the function `warn` that `query({ warns }, …)`
   * provides.
   */
  addWarnings(operation: string, found: readonly Finding[]): void;
  /**
   * Runs a query that can read only the principal's workspace. Returns plain rows (see db/workspace-reader.ts). In a dry run, the query
   * sees the changes of the current mutation.
   */
  read<Row>(statement: Statement): Promise<Row[]>;
  /** Writes in a separate transaction before a mutation's transaction, for example to a replica. A dry run rolls back these writes. */
  write(effect: (tx: Tx<never>) => Promise<void>): Promise<void>;
  /** Returns the request's DataLoader with this name. The first call creates the DataLoader with `batch`. */
  load<Key, Value>(name: string, batch: BatchFunction<Key, Value>): DataLoader<Key, Value>;
}

type RequestParts = Pick<RequestBase, "principal" | "log" | "clock" | "traceparent" | "idempotencyKey" | "dryRun"> & {
  database: Pick<Database<never>, "read" | "transaction">;
};

// Maximum number of keys that a DataLoader passes to `batch` in one call.
const maxInOneBatch = 1000;

export function createRequestBase({ principal, database, log, clock, traceparent, idempotencyKey, dryRun }: RequestParts): RequestBase {
  const { workspaceId, requestId } = principal;
  let loaders: Map<string, DataLoader<unknown, unknown>> | undefined;
  let generation = dryRun?.generation;
  let bound: Logger | undefined;
  const warnings: Warning[] = [];
  return {
    principal,
    requestId,
    clock,
    traceparent,
    idempotencyKey,
    dryRun,
    warnings,
    addWarnings: (operation, found) => void warnings.push(...found.map((one) => ({ operation, ...one }))),
    get log() {
      bound ??= log.child({ requestId, trace_id: traceIdOf(traceparent), workspaceId });
      return bound;
    },
    read: <Row>(statement: Statement) => (dryRun?.read?.(statement) as Promise<Row[]> | undefined) ?? database.read(workspaceId, statement),
    write: async (effect) => (dryRun ? dryRun.addEarlier(effect) : database.transaction({ workspaceId }, effect)),
    load<Key, Value>(name: string, batch: BatchFunction<Key, Value>) {
      if (generation !== dryRun?.generation) loaders = undefined;
      generation = dryRun?.generation;
      loaders ??= new Map();
      const known = loaders.get(name) as DataLoader<Key, Value> | undefined;
      if (known) return known;
      const made = new DataLoader<Key, Value>(batch, { maxBatchSize: maxInOneBatch });
      loaders.set(name, made as unknown as DataLoader<unknown, unknown>);
      return made;
    },
  };
}
