import { expect, it } from "vitest";
import { customerIdOf } from "./customer-id.js";

const workspace = "0190a000-0000-7000-8000-000000000001";

it("derives a customer's id from workspace and reference, ignoring case and surrounding whitespace", () => {
  const id = customerIdOf(workspace, "ann@example.com");
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(customerIdOf(workspace, " Ann@Example.COM\n")).toBe(id);
  expect(customerIdOf(workspace, "ann2@example.com")).not.toBe(id);
  expect(customerIdOf("0190a000-0000-7000-8000-000000000002", "ann@example.com")).not.toBe(id);
});
