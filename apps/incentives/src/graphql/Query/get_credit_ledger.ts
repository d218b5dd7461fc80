import { normalCurrency } from "@offergraph/shared/schema/currencies";
import { readLedgerPage } from "../../db/ledger-page.js";
import { readCustomer } from "../../domain/customer.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_credit_ledger: NonNullable<QueryResolvers["get_credit_ledger"]> = (
  _source,
  { customerId, currency, ...given },
  context,
) => {
  const account = { customerId: readCustomer(context.principal.workspaceId, customerId), currency: normalCurrency(currency) };
  return readLedgerPage(context, account, given);
};
