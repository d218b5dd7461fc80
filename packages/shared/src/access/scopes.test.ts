import { expect, it } from "vitest";
import { levelOfScopes, scopesUpTo } from "./scopes.js";

it("scopes are the access levels; each level includes the lower levels", () => {
  expect(scopesUpTo("READ")).toBe("read");
  expect(scopesUpTo("ADMIN")).toBe("read write admin");
  expect(levelOfScopes("write read")).toBe("WRITE");
  expect(levelOfScopes(" admin")).toBe("ADMIN");
});

it.each(["", " ", "READ", "read offline_access", "read,write", "constructor"])("%j contains no valid list of scopes", (text) => {
  expect(levelOfScopes(text)).toBeUndefined();
});
