import { normalCurrency } from "@offergraph/shared/schema/currencies";
import { customerIdsOf } from "@offergraph/shared/schema/customer-id";
import { readLedgerPage } from "../../db/ledger-page.js";
import { findCreditHolder } from "../../db/spending.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_credit_ledger: NonNullable<QueryResolvers["get_credit_ledger"]> = async (
  _source,
  { customerId: customer, currency, ...given },
  context,
) => {
  const ids = customerIdsOf(context.principal.workspaceId, customer);
  const customerId = (await findCreditHolder(context.read, ids)) ?? ids[0];
  return readLedgerPage(context, { customerId, currency: normalCurrency(currency) }, given);
};
