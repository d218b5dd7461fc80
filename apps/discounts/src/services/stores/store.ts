import type { StoreRow } from "../../db/rows.js";
import type { PlacementTargetKind } from "../../generated/types.js";

export interface StoreMessage {
  /** Id of the message. Each retry of a message has the same id, so that the store can skip duplicates. */
  id: string;
  /** The message as canonical JSON, which is sent unchanged. Change records contain the SHA-256 hash of this text as `payloadHash`. */
  text: string;
  /** Trace Context header for the store; undefined if the message belongs to no sampled trace. */
  traceparent?: string | undefined;
}

export interface FoundTarget {
  kind: PlacementTargetKind;
  externalRef: string;
  title: string | null;
}

/** All operations reject with StoreError. */
export interface StoreProvider {
  push(store: StoreRow, message: StoreMessage): Promise<void>;
  searchTargets(store: StoreRow, search: { kind: PlacementTargetKind; query: string }): Promise<FoundTarget[]>;
  /** Tests a store with a search, even if the circuit breaker is open. Returns the HTTP status of a valid response. */
  verify(store: StoreRow): Promise<number>;
  isCircuitOpen(connectionId: string): boolean;
}

/** Failure of a store request. API clients can read the message, so the message must not contain hosts, keys or stack traces. */
export class StoreError extends Error {
  /**
   * @param isFinal true if the store rejected the request and a retry would not help
   * @param status the HTTP status of the response, or undefined if the store did not respond
   */
  constructor(
    message: string,
    readonly isFinal = false,
    readonly status?: number,
  ) {
    super(message);
    this.name = "StoreError";
  }
}
