import { describe, expect, it } from "vitest";
import { isJson } from "./media-type.js";

describe("a body's type", () => {
  it("is JSON in UTF-8, however it is written", () => {
    for (const good of [
      "application/json",
      "Application/JSON",
      "application/json;charset=utf-8",
      'application/json; charset="UTF-8"',
      "application/json; a=b",
    ])
      expect(isJson(good), good).toBe(true);
    for (const bad of [
      undefined,
      "",
      "text/plain",
      "application/jsonx",
      "application/graphql",
      "application/json; charset=latin1",
      "text/plain; application/json",
    ])
      expect(isJson(bad), bad).toBe(false);
  });
});
