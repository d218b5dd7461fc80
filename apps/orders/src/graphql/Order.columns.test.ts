import { expectSelectedColumns } from "@offergraph/testkit/selected-columns";
import { test } from "vitest";
import { orderColumnsOf } from "../db/rows.js";
import { Order } from "./Order.js";

test("the select list of each field contains the columns that the field's resolver reads", () => {
  expectSelectedColumns(Order, orderColumnsOf);
});
