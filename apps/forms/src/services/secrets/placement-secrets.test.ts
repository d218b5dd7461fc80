import { describe, expect, it } from "vitest";
import { customerSignature, isSignedBy } from "./placement-secrets.js";

const secret = "fps_2Zr8xKq0mVbY7tN4cW1jL6pHsD9gFe3uRaXoQiTzEyB5";
const signature = "6f5b61cbd8260d4c58d14f031f1981bd6515dde01440eabf5150d5532b4f4e14";

describe("the signature of a customer's reference", () => {
  it("matches the documentation's test vector", () => {
    expect(customerSignature(secret, "customer-1001@shop.example")).toBe(signature);
  });
  it("covers the trimmed, lower-case reference", () => {
    expect(customerSignature(secret, " Customer-1001@Shop.example\n")).toBe(signature);
    expect(customerSignature(secret, "customer-1002@shop.example")).not.toBe(signature);
  });
  it("covers the UTF-8 bytes of the reference", () => {
    expect(customerSignature(secret, "ZOË@shop.example")).toBe(customerSignature(secret, "zoë@shop.example"));
  });
  it("is valid for any of the secrets, in upper or lower case", () => {
    expect(isSignedBy([secret], "customer-1001@shop.example", signature)).toBe(true);
    expect(isSignedBy(["other", secret], "customer-1001@shop.example", signature.toUpperCase())).toBe(true);
  });
  it.each([
    ["of another reference", ["customer-1002@shop.example", signature]],
    ["cut short", ["customer-1001@shop.example", signature.slice(0, 62)]],
    ["too long", ["customer-1001@shop.example", `${signature}00`]],
    ["not hexadecimal", ["customer-1001@shop.example", signature.replace(/^./, "g")]],
    ["empty", ["customer-1001@shop.example", ""]],
  ])("is invalid if it is %s", (_what, [ref = "", given = ""]) => {
    expect(isSignedBy([secret], ref, given)).toBe(false);
  });
  it("is invalid without a secret or with another one", () => {
    expect(isSignedBy([], "customer-1001@shop.example", signature)).toBe(false);
    expect(isSignedBy(["fps_other"], "customer-1001@shop.example", signature)).toBe(false);
  });
});
