import fc from "fast-check";
import { expect, it } from "vitest";
import { csvCell, csvHeader, textOf } from "./export-format.js";

it("escapes texts that a spreadsheet could run as formulas, but no numbers", () => {
  for (const text of ["=1+1", "+1", "-1", "@SUM(A1)"]) expect(csvCell(text)).toBe(`'${text}`);
  expect(["\t=1", "\r=1", "\n=1"].map(csvCell)).toEqual(["'\t'=1", "\"'\r'=1\"", "\"'\n'=1\""]);
  expect(["Sale;=1", "Sale; -1", "＝1", "a;b"].map(csvCell)).toEqual(["Sale;'=1", "Sale;' -1", "'＝1", "a;b"]);
  expect(csvCell('=HYPERLINK("https://a.example","b")')).toBe('"\'=HYPERLINK(""https://a.example"",""b"")"');
  expect([-1, true, null, undefined, "a=b"].map(csvCell)).toEqual(["-1", "true", "", "", "a=b"]);
});

it("writes lists and objects as JSON", () => {
  const records = [{ a: ["x", "y"], b: { c: 1 } }, { a: null }];
  expect(csvHeader(["a", "b"]) + textOf("CSV", ["a", "b"], records)).toBe('a,b\r\n"[""x"",""y""]","{""c"":1}"\r\n,\r\n');
  expect(textOf("NDJSON", ["a", "b"], records)).toBe('{"a":["x","y"],"b":{"c":1}}\n{"a":null,"b":null}\n');
});

/** Removes from `read` the apostrophes that `text` does not contain. */
const withoutInserted = (read: string, text: string) =>
  [...read].reduce((kept, character) => (character === "'" && text[kept.length] !== "'" ? kept : kept + character), "");

it("writes cells that an RFC 4180 parser reads unchanged, apart from inserted apostrophes", () => {
  const read = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
  fc.assert(
    fc.property(
      fc.string({ unit: fc.oneof(fc.constantFrom(..."=+-@＝＋－＠;\t\r\n \"'"), fc.string({ minLength: 1, maxLength: 1 })) }),
      (text) => {
        const cell = csvCell(text);
        expect(withoutInserted(read(cell), text)).toBe(text);
        expect(read(cell)).not.toMatch(/^[\t\r\n]|(^|[;\t\r\n]) *[=+\-@＝＋－＠]/);
        if (/[",\r\n]/.test(text)) expect(cell).toMatch(/^"[\s\S]*"$/);
      },
    ),
  );
});
