/** An entry of the ledger of credits, as incentives tell of it. */
export interface BookedCredit {
  rowId: string;
  createdAt: string;
  grantId: string;
  customerId: string;
  connectionId: string;
  kind: "ISSUED" | "EXPIRED" | "REVERSED";
  amountMinor: string;
  currency: string;
  /** Absent in events of older versions, which counts as false. */
  customerVerified?: boolean | undefined;
  balanceMinor: string;
}

/** What a store is told of a credit (docs/stores.md). */
export interface CreditMessage {
  type: "credit.booked";
  data: Omit<BookedCredit, "rowId"> & { entryId: string; workspaceId: string; customerVerified: boolean };
}

/** With the workspace, which customers' ids are made in: so the store knows whose credit it is without asking. */
export function creditMessage(workspaceId: string, booked: BookedCredit): CreditMessage {
  const { createdAt, grantId, customerId, connectionId, kind, amountMinor, currency, balanceMinor, customerVerified = false } = booked;
  const data = { createdAt, grantId, customerId, connectionId, kind, amountMinor, currency, balanceMinor, customerVerified };
  return { type: "credit.booked", data: { ...data, workspaceId, entryId: booked.rowId } };
}
