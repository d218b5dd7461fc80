import { expectSelectedColumns } from "@offergraph/testkit/selected-columns";
import { test } from "vitest";
import { grantColumnsOf } from "../db/rows.js";
import { Grant } from "./Grant.js";

test("the select list of each field contains the columns that the field's resolver reads", () => {
  expectSelectedColumns(Grant, grantColumnsOf);
});
