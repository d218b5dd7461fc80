import type { Additions } from "./additions.js";

export const orders: Additions = {
  operations: ["list_customers", "get_customer", "get_reporting_status", "export_orders", "get_order_sums"],
  arguments: { get_discount_code_orders: ["orderBy: [OrderOrderBy!] = [CREATED_AT_DESC]"] },
  inputFields: { OrderFilter: ["updatedAt: DatetimeFilter"], CheckoutCondition: ["updatedAt: DatetimeFilter"] },
  enumValues: {
    OrderOrderBy: ["UPDATED_AT_ASC", "UPDATED_AT_DESC"],
    CheckoutOrderBy: ["CREATED_AT_ASC", "CREATED_AT_DESC", "UPDATED_AT_ASC", "UPDATED_AT_DESC"],
  },
};
