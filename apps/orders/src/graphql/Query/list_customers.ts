import { readCustomerPage } from "../../db/customer-list.js";
import type { QueryResolvers } from "../../generated/types.js";

export const list_customers: NonNullable<QueryResolvers["list_customers"]> = (_source, given, context) => readCustomerPage(context, given);
