import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InexactJson, parseExactJson } from "./exact-json.js";

describe("parseExactJson", () => {
  it("equals JSON.parse for any doubles, strings and nesting", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        if (/__proto__/.test(text)) return;
        expect(parseExactJson(text)).toEqual(JSON.parse(text));
      }),
    );
    expect(
      parseExactJson('{"a":0.30000000000000004,"b":"12345678901234567890","c":"\\"12345678901234567890","d":1e21,"e":[]}'),
    ).toMatchObject({ a: 0.1 + 0.2, d: 1e21 });
    expect(parseExactJson("null")).toBe(null);
    expect(() => parseExactJson("{")).toThrow(SyntaxError);
  });

  it.each(["12345678901234567890", "-9007199254740993", "0.12345678901234567890", "1e400", "1.00000000000000000001"])(
    "refuses the number %s wherever it stands, and says so",
    (number) => {
      for (const text of [number, `{"a":${number}}`, `[1, ${number}]`, `{"a":{"b":[{"c":${number}}]}}`])
        expect(() => parseExactJson(text)).toThrow(
          `The number ${number} would lose digits, because only 15 digits of a JSON number are exact. Send the number as a string.`,
        );
    },
  );

  it.each(['{"__proto__":1}', '{"a":[{"__proto__":{}}]}', String.raw`{"\u005f_proto__":1}`, '[null,{"a":null,"__proto__":null}]'])(
    "refuses the key __proto__ in %s",
    (text) => {
      expect(() => parseExactJson(text)).toThrow(InexactJson);
    },
  );

  it("accepts __proto__ as a string", () => {
    expect(parseExactJson('{"a":"__proto__"}')).toEqual({ a: "__proto__" });
  });
});
