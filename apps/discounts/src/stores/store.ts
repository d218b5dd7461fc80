import type { PlacementTargetKind } from "../generated/types.js";

/** A connection as its provider needs it. `endpoint` and `secret` (sealed, see secrets.ts) are null on a manual one. */
export interface StoreRow {
  rowId: string;
  workspaceId: string;
  slug: string;
  provider: string;
  endpoint: string | null;
  secret: string | null;
}

/** What a store is told about one code or credit. */
export interface StoreMessage {
  /** The same for every try of one push: a store that took it once takes it no second time. */
  id: string;
  /** Canonical JSON, sent byte for byte: what payloadHash is the SHA-256 of. */
  text: string;
}

/** Something in a store's catalogue. */
export interface FoundTarget {
  kind: PlacementTargetKind;
  externalRef: string;
  title: string | null;
}

/** How stores of one kind are reached (decisions.md 3, Connection). Each rejects with StoreError. */
export interface StoreProvider {
  push(store: StoreRow, message: StoreMessage): Promise<void>;
  remove(store: StoreRow, message: StoreMessage): Promise<void>;
  /** Tells of an entry in the ledger of credits. */
  credit(store: StoreRow, message: StoreMessage): Promise<void>;
  searchTargets(store: StoreRow, wanted: { kind: PlacementTargetKind; query: string }): Promise<FoundTarget[]>;
  /** Whether the store has failed so often in a row that it is left alone for now. */
  isResting(connectionId: string): boolean;
}

/** Why a store did not do what it was asked. The message is shown to callers: no host, no key, no stack. */
export class StoreError extends Error {
  /** @param isFinal the store has answered and refused; asking again soon would not help */
  constructor(
    message: string,
    readonly isFinal = false,
  ) {
    super(message);
    this.name = "StoreError";
  }
}
