/** Data of a credit.booked event: an entry of the credit ledger. */
export interface BookedCredit {
  rowId: string;
  createdAt: string;
  grantId: string;
  customerId: string;
  connectionId: string;
  kind: "ISSUED" | "EXPIRED" | "REVERSED";
  amountMinor: string;
  currency: string;
  /** Missing in events of older versions; defaults to false. */
  customerVerified?: boolean | undefined;
  balanceMinor: string;
}

/** Message that books a credit at a store (docs/stores.md). */
export interface CreditMessage {
  type: "credit.booked";
  data: Omit<BookedCredit, "rowId"> & { entryId: string; workspaceId: string; customerVerified: boolean };
}

/** Builds a credit message. It includes the workspace id, which a store needs to derive customer ids. */
export function creditMessage(workspaceId: string, booked: BookedCredit): CreditMessage {
  const { createdAt, grantId, customerId, connectionId, kind, amountMinor, currency, balanceMinor, customerVerified = false } = booked;
  const data = { createdAt, grantId, customerId, connectionId, kind, amountMinor, currency, balanceMinor, customerVerified };
  return { type: "credit.booked", data: { ...data, workspaceId, entryId: booked.rowId } };
}
