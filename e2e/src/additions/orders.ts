import type { Additions } from "./additions.js";

export const orders: Additions = { operations: ["list_customers", "get_customer", "get_reporting_status"] };
