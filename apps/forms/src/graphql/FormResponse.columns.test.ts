import { expectSelectedColumns } from "@offergraph/testkit/selected-columns";
import { test } from "vitest";
import { responseColumnsOf } from "../db/responses.js";
import { FormResponse } from "./FormResponse.js";

test("the select list of each field contains the columns that the field's resolver reads", () => {
  expectSelectedColumns(FormResponse, responseColumnsOf);
});
