import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { UserError } from "@offergraph/shared/errors/user-error";
import type { Ref } from "@offergraph/shared/schema/ref";
import type { VersionOutcome } from "../../domain/ingest/versions.js";
import type { Tx } from "../../tx.js";
import type { Shape } from "./record.js";

export interface ValidRecord<Sent> {
  sent: Sent;
  /** Not used for rates, which belong to no connection. */
  connectionId: string;
  partnerId: string | null;
}

export interface WriteResult {
  outcome: VersionOutcome | "rejected";
  /** Undefined for rates and rejected records. */
  rowId?: string;
  errors?: UserError[];
}

/** A kind of ingested record: fields, references, and the function that writes a batch. */
export interface Kind<Sent, Emitted extends EventDefinition = never> extends Shape<Sent> {
  name: "orders" | "checkouts" | "rates";
  emits: readonly Emitted[];
  /** False if the records belong to the whole workspace. An API key that is limited to one connection cannot send these records. */
  hasConnection: boolean;
  /** Returns the times of the record in UTC, by field name. */
  timesOf(sent: Sent): Record<string, string | null>;
  /** Returns the text that decides the record's lane (see `readLanes`). Undefined if concurrent writes are not possible. */
  laneKeyOf?(sent: Sent): string;
  partnerOf?(sent: Sent): Ref | null;
  codesOf?(sent: Sent): readonly string[];
  /** Returns one result per record, in order. */
  write(tx: Tx<Emitted>, records: readonly ValidRecord<Sent>[], settings: { reportingCurrency: string }): Promise<WriteResult[]>;
}
