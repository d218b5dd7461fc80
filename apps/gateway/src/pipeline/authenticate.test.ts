import { describe, expect, it } from "vitest";
import { keyTexts } from "./authenticate.js";

describe("the keys of a request", () => {
  it("come by Authorization: Bearer, in any case, or by x-api-key", () => {
    expect(keyTexts(["Bearer a"], [])).toEqual(["a"]);
    expect(keyTexts(["bearer  a"], [])).toEqual(["a"]);
    expect(keyTexts([], ["a"])).toEqual(["a"]);
  });
  it("are one when both headers have the same, two when they differ or one is repeated with another", () => {
    expect(keyTexts(["Bearer a"], ["a"])).toEqual(["a"]);
    expect(keyTexts(["Bearer a"], ["b"])).toEqual(["a", "b"]);
    expect(keyTexts(["Bearer a", "Bearer b"], [])).toEqual(["a", "b"]);
    expect(keyTexts([], ["a", "b"])).toEqual(["a", "b"]);
  });
  it("are none in empty headers and in other schemes", () => {
    expect(keyTexts([], [])).toEqual([]);
    expect(keyTexts(["Bearer", "Bearer ", "Basic YTpi", "Bearerx"], [""])).toEqual([]);
  });
});
