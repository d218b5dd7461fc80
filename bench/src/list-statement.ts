import type { Statement } from "@offergraph/service/db/statement";
import { matchAll } from "@offergraph/service/filters/columns";
import { pageStatement } from "@offergraph/service/filters/keyset";
import { compileOrder } from "@offergraph/service/filters/order";
import { codeColumnsOf } from "../../apps/discounts/src/db/discount-codes.js";
import { discountCodeOrder, discountCodesTable } from "../../apps/discounts/src/db/list.js";
import { fieldNames } from "./operations.js";

const source = {
  select: codeColumnsOf(new Set(fieldNames.split(" "))),
  ...{ from: discountCodesTable, where: matchAll, order: compileOrder(discountCodeOrder, ["CREATED_AT_DESC"]) },
};

/** Returns the statement that the discounts service runs for the operation `list`: 50 codes, and one more for `hasNextPage`. */
export const listStatement = (offset: number): Statement => pageStatement(source, { limit: 51, offset, after: undefined });
