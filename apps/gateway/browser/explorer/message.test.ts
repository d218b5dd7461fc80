import { expect, it } from "vitest";
import { dryRunMessageOf } from "./message.js";

it("advises to turn off the dry run only if the dry run found no errors", () => {
  const good = { data: { create_form: { form: { rowId: "1" }, userErrors: [] }, other: null } };
  expect(dryRunMessageOf(good)).toContain("turn off the switch");
  for (const bad of [{ data: { create_form: { userErrors: [{ message: "no" }] } } }, { data: null, errors: [{ message: "no" }] }])
    expect(dryRunMessageOf(bad)).toBe("The dry run found errors, which the response shows. Nothing was changed.");
});
