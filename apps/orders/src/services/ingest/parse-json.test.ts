import { describe, expect, it } from "vitest";
import { parseJson } from "./parse-json.js";

describe("a JSON text", () => {
  it("is parsed like JSON.parse, with any string content", () => {
    for (const value of [
      { a: "1, 12345678901234567890", 'b" : 12345678901234567890': ["\\", '\\" 1e400', 2 ** 53, -1.5e-7], "1e5": null },
      [1e21, "e", "[1e400"],
      `"${" 12345678901234567890".repeat(100_000)}`,
    ])
      expect(parseJson(JSON.stringify(value))).toEqual(value);
    expect(() => parseJson("{1e400}")).toThrow(SyntaxError);
  });
  it("marks numbers that a double cannot represent", () => {
    const text = '{"a":12345678901234567890,"b":[ 1e400 ,-0.12345678901234567890],"c":{"\\\\":1e-400,"d":1},"e":"12345678901234567890"}';
    const gone = Number.POSITIVE_INFINITY;
    expect(parseJson(text)).toEqual({ a: gone, b: [gone, gone], c: { "\\": gone, d: 1 }, e: "12345678901234567890" });
  });
});
