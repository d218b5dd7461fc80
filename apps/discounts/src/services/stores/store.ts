import type { StoreRow } from "../../db/rows.js";
import type { PlacementTargetKind } from "../../generated/types.js";

export interface StoreMessage {
  /** Same id for all attempts, so that the store can skip duplicates. */
  id: string;
  /** Canonical JSON, sent byte for byte; payloadHash is its SHA-256. */
  text: string;
}

export interface FoundTarget {
  kind: PlacementTargetKind;
  externalRef: string;
  title: string | null;
}

/** A store provider. All operations reject with StoreError. */
export interface StoreProvider {
  push(store: StoreRow, message: StoreMessage): Promise<void>;
  searchTargets(store: StoreRow, search: { kind: PlacementTargetKind; query: string }): Promise<FoundTarget[]>;
  isCircuitOpen(connectionId: string): boolean;
}

/** Failure of a store request. The message is shown to callers, so it has no host, key or stack. */
export class StoreError extends Error {
  /** @param isFinal the store rejected the request; an immediate retry would not help */
  constructor(
    message: string,
    readonly isFinal = false,
  ) {
    super(message);
    this.name = "StoreError";
  }
}
