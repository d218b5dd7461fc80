import type { UserError } from "@offergraph/shared/errors/user-error";
import type { Ref } from "@offergraph/shared/schema/ref";
import type { OrdersWrite } from "../data/write.js";
import type { Fate } from "../domain/ingest/versions.js";
import type { Shape } from "./record.js";

/** A record that nothing is wrong with, and whose it is. */
export interface Good<Sent> {
  sent: Sent;
  /** Rates belong to no connection, even if they name one. */
  connectionId: string;
  /** The partner that it names. */
  partnerId: string | null;
}

/** What became of a good record. */
export interface Taken {
  outcome: Fate | "rejected";
  /** Rates have none, nor what was rejected. */
  rowId?: string;
  /** Why, where that is not plain. */
  errors?: UserError[];
}

/** A kind of record that comes in: how it is read, what it refers to, and how a batch of it is written. */
export interface Kind<Sent> extends Shape<Sent> {
  name: "orders" | "checkouts" | "rates";
  /** Whether a record belongs to a connection. */
  hasConnection: boolean;
  /** False for records of the whole workspace: a store's key may not change what all stores are reported by. */
  takesConnectionKeys: boolean;
  /** When what a record tells of happened, by field; in UTC. */
  timesOf(sent: Sent): Record<string, string | null>;
  /** The partner that a record names. */
  partnerOf?(sent: Sent): Ref | null;
  /** The names of the codes that a record was sent with. */
  codesOf?(sent: Sent): readonly string[];
  /** Writes a batch, in the order in which it was sent; gives what became of each. */
  take(write: OrdersWrite, records: readonly Good<Sent>[], settings: { reportingCurrency: string }): Promise<Taken[]>;
}
