import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRows } from "./rows.js";

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function read(text: string | Buffer, size = 7) {
  const { rows, ignored, layout } = await readRows(inPieces(Buffer.from(text as string), size));
  const found: (string | number)[][] = [];
  for await (const { line, cells, problem } of rows) found.push([line, ...(problem ? [problem.column, problem.reason] : cells)]);
  return { found, ignored, layout };
}

describe("the rows of a CSV file", () => {
  it("have correct line numbers with any quoting and line endings", async () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const lines = [
        "\uFEFFCode,Value,Name",
        'a,1,"x',
        'y"',
        "",
        "",
        'b,2,"q ""z"", w"',
        'c,3,in "the" middle',
        "d,4",
        "e,5,z,extra",
        'f,6,"',
        "",
        '"',
        "g,7,",
      ];
      for (const size of [1, 7, 1000])
        expect((await read(lines.join(end), size)).found).toEqual([
          [2, "a", "1", `x${end}y`],
          [6, "b", "2", 'q "z", w'],
          [7, "c", "3", 'in "the" middle'],
          [8, "d", "4"],
          [9, "(row)", "The row has 4 cells, but the header has only 3 cells."],
          [10, "f", "6", `${end}${end}`],
          [13, "g", "7", ""],
        ]);
    }
  });

  it("end at any line ending, regardless of the header's", async () => {
    const rows = (text: string) => Promise.all([1, 2, 3, 1000].map(async (size) => (await read(text, size)).found));
    const each = (...found: unknown[]) => Array.from({ length: 4 }, () => found);
    expect(await rows('Value,Code\n5,"QUOTE"\r\n6,B\r\n')).toEqual(each([2, "5", "QUOTE"], [3, "6", "B"]));
    expect(await rows('Code,Value\r\nA,1\nB,2\n"C",3')).toEqual(each([2, "A", "1"], [3, "B", "2"], [4, "C", "3"]));
    expect(await rows('Code,Value\r\nA,1\r\n"B","2"\n"C",3\r\n\r\rD,4\r')).toEqual(
      each([2, "A", "1"], [3, "B", "2"], [4, "C", "3"], [7, "D", "4"]),
    );
  });

  it("are rejected if a quote closes before the cell ends, but not if quotes are part of a cell", async () => {
    const reason =
      "A cell has text outside its quotation marks. Put the whole cell in quotation marks, and double each quotation mark inside it.";
    const { found } = await read('Code,Value\n"A" ,1\nB,"2"x\n "C",3\n"D,4\n"E",5\n"""F""",6\nG"",7\n');
    expect(found).toEqual([
      [2, "(row)", reason],
      [3, "(row)", reason],
      [4, "(row)", reason],
      [5, "(row)", reason],
      [7, '"F"', "6"],
      [8, 'G""', "7"],
    ]);
  });

  it("with an unclosed quote are reported after all rows before them", async () => {
    const { found } = await read('Code,Value\na,1\n\nb,"2\nc,3\n');
    expect(found).toEqual([
      [2, "a", "1"],
      [4, "(row)", expect.stringMatching(/without a closing quotation mark/)],
    ]);
    const long = await read(`Code,Value\na,1\nb,"${"x".repeat(1_100_000)}`, 65_536);
    expect(long.found).toEqual([
      [2, "a", "1"],
      [3, "(row)", expect.stringMatching(/longer than/)],
    ]);
  });

  it("mark bytes that are not UTF-8", async () => {
    const { found } = await read(Buffer.concat([Buffer.from("Code,Value\ncaf"), Buffer.from([0xe9]), Buffer.from(",1\n")]));
    expect(found).toEqual([[2, "caf\uFFFD", "1"]]);
  });

  it("are read by headings in any case, order and spelling", async () => {
    const { layout, ignored } = await read(" end DATE ,usage_limit,VALUE,Note,discount code,Times  used\n");
    expect([...layout].map(([meaning, { position }]) => [meaning, position])).toEqual([
      ["end", 0],
      ["usageLimit", 1],
      ["value", 2],
      ["code", 4],
      ["usageCount", 5],
    ]);
    expect(ignored).toEqual(["Note"]);
    await expect(read("Name,Worth\na,1")).rejects.toThrow(/Missing columns: code, value/);
    await expect(read("Code,Value,coupon\n")).rejects.toThrow('The columns "Code" and "coupon" have the same meaning.');
    await expect(read("")).rejects.toThrow("empty");
  });

  it("are the same for chunks of any size", async () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", " ", "é") }).map((text) => `x${text}`);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell)), fc.integer({ min: 1, max: 40 }), async (rows, size) => {
        const text = [["Code", "Value"], ...rows]
          .map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(","))
          .join("\r\n");
        let line = 2;
        const expected = rows.map((cells) => {
          const row = [line, ...cells];
          line += 1 + (cells.join("").match(/\n/g)?.length ?? 0);
          return row;
        });
        expect((await read(text, size)).found).toEqual(expected);
      }),
    );
  });
});
