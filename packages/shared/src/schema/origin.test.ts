import { expect, it } from "vitest";
import { isOrigin } from "./origin.js";

it("accepts only origins as browsers send them", () => {
  for (const good of ["https://shop.example", "http://localhost:3000", "https://[::1]:8443"]) expect(isOrigin(good), good).toBe(true);
  const bad = [
    "",
    "*",
    "null",
    "https://*.shop.example",
    "shop.example",
    "https://shop.example/",
    "https://shop.example/a",
    "ftp://shop.example",
  ];
  for (const text of [...bad, "https://Shop.example", "https://shop.example:443", "https://user@shop.example", "https://shop.example?a"])
    expect(isOrigin(text), text).toBe(false);
});
