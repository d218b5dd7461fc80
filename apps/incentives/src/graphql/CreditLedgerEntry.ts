import { bookings, valueOfOrdinal } from "../domain/ordinals.js";
import type { CreditLedgerEntryResolvers } from "../generated/types.js";
import { grantById, spendById } from "./loaders.js";

export const CreditLedgerEntry: CreditLedgerEntryResolvers = {
  kind: ({ kind }) => valueOfOrdinal(bookings, kind),
  grant: ({ grantId }, _given, context) => grantById(context, grantId),
  spend: ({ spendId }, _given, context) => (spendId === null ? null : spendById(context, spendId)),
};
