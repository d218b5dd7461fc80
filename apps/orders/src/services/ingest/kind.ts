import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { UserError } from "@offergraph/shared/errors/user-error";
import type { Ref } from "@offergraph/shared/schema/ref";
import type { VersionOutcome } from "../../domain/ingest/versions.js";
import type { Tx } from "../../tx.js";
import type { Shape } from "./record.js";

export interface ValidRecord<Sent> {
  sent: Sent;
  /** Empty or ignored for rates, which belong to no connection. */
  connectionId: string;
  partnerId: string | null;
}

export interface WriteResult {
  outcome: VersionOutcome | "rejected";
  /** Undefined for rates and rejected records. */
  rowId?: string;
  errors?: UserError[];
}

/** A kind of ingested record: its fields, references, and how a batch is written. */
export interface Kind<Sent, Emitted extends EventDefinition = never> extends Shape<Sent> {
  name: "orders" | "checkouts" | "rates";
  emits: readonly Emitted[];
  /** False for records of the whole workspace, which one store's key must not change. */
  hasConnection: boolean;
  /** Times of the record in UTC, by field. */
  timesOf(sent: Sent): Record<string, string | null>;
  partnerOf?(sent: Sent): Ref | null;
  codesOf?(sent: Sent): readonly string[];
  /** Returns one result per record, in order. */
  write(tx: Tx<Emitted>, records: readonly ValidRecord<Sent>[], settings: { reportingCurrency: string }): Promise<WriteResult[]>;
}
