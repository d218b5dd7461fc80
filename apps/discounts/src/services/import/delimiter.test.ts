import { expect, it } from "vitest";
import { delimiterOf, findDelimiter } from "./delimiter.js";

it.each([
  ["Code,Value", ","],
  ["Code;Value;Value Type", ";"],
  ["Code\tValue", "\t"],
  ['"Name; or title","Code","Value"', ","],
  ['"Name, full";Code;Value', ";"],
  ["Name, full;Code;Value", ";"],
  ["Code", ","],
  ["", ","],
])("of the heading %j is %j", (heading, delimiter) => {
  expect(delimiterOf(heading)).toBe(delimiter);
});

it("is found at once in a header of many quotes", async () => {
  async function* piece() {
    yield Buffer.from('"'.repeat(100_001));
  }
  expect((await findDelimiter(piece())).delimiter).toBe(",");
});

it("is found in a header that arrives in pieces, without losing bytes", async () => {
  const text = '\uFEFF"Na\nme";Code;Value\r\nx;A;"1,5 %"\r\n';
  async function* pieces() {
    for (const byte of Buffer.from(text)) yield Buffer.from([byte]);
  }
  const { delimiter, chunks } = await findDelimiter(pieces());
  expect(delimiter).toBe(";");
  const read: Buffer[] = [];
  for await (const chunk of chunks) read.push(chunk);
  expect(Buffer.concat(read).toString()).toBe(text);
});
