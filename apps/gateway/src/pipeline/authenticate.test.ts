import { describe, expect, it } from "vitest";
import { keyTexts } from "./authenticate.js";

describe("the keys of a request", () => {
  it("come by Authorization: Bearer, in any case, or by x-api-key", () => {
    expect(keyTexts({ authorization: ["Bearer a"] })).toEqual(["a"]);
    expect(keyTexts({ authorization: ["bearer  a"] })).toEqual(["a"]);
    expect(keyTexts({ "x-api-key": ["a"] })).toEqual(["a"]);
  });
  it("are one when both headers have the same, two when they differ or one is repeated with another", () => {
    expect(keyTexts({ authorization: ["Bearer a"], "x-api-key": ["a"] })).toEqual(["a"]);
    expect(keyTexts({ authorization: ["Bearer a"], "x-api-key": ["b"] })).toEqual(["a", "b"]);
    expect(keyTexts({ authorization: ["Bearer a", "Bearer b"] })).toEqual(["a", "b"]);
    expect(keyTexts({ "x-api-key": ["a", "b"] })).toEqual(["a", "b"]);
  });
  it("are none in empty headers and in other schemes", () => {
    expect(keyTexts({})).toEqual([]);
    expect(keyTexts({ authorization: ["Bearer", "Bearer ", "Basic YTpi", "Bearerx"], "x-api-key": [""] })).toEqual([]);
  });
});
