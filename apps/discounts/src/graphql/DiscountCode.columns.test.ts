import { expectSelectedColumns } from "@offergraph/testkit/selected-columns";
import { test } from "vitest";
import { codeColumnsOf } from "../db/discount-codes.js";
import { DiscountCode } from "./DiscountCode.js";

test("the select list of each field contains the columns that the field's resolver reads", () => {
  expectSelectedColumns(DiscountCode, codeColumnsOf);
});
