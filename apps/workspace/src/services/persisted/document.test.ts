import { Violations } from "@offergraph/shared/errors/user-error";
import { describe, expect, it } from "vitest";
import { readPersistedDocuments } from "./document.js";

async function readAll(texts: string[]) {
  const errors = new Violations();
  const documents = await readPersistedDocuments(texts, errors);
  return { documents, errors: errors.list.map(({ field, code, message }) => `${field.join(".")} ${code}: ${message}`) };
}

async function read(text: string) {
  const { documents, errors } = await readAll([text]);
  return documents[0] ?? errors[0];
}

describe("a document to register", () => {
  it("has the SHA-256 of its exact text, and the names of its operations", async () => {
    // echo -n '{ a }' | sha256sum
    const sha256Hash = "1c7e1e347f726166b5b1c55afd61f278cc9b45e00c108ec33d540a566379811b";
    expect(await read("{ a }")).toEqual({ document: "{ a }", sha256Hash, operationNames: [] });
    const several = "query A { a ...F } mutation B { b } fragment F on Query { c } # ü";
    expect(await read(several)).toMatchObject({ document: several, operationNames: ["A", "B"] });
    expect(await read("{ a } ")).not.toMatchObject({ sha256Hash });
  });
  it.each([
    ["", "INVALID: Syntax Error: Unexpected <EOF>. (line 1, column 1)"],
    ["{ a\n  (", "INVALID: Syntax Error: Expected Name, found <EOF>. (line 2, column 4)"],
    ["type A { a: Int }", "INVALID: The document must contain at least one query or mutation. Only fragments may be added."],
    ["fragment F on A { a }", "INVALID: The document must contain at least one query or mutation. Only fragments may be added."],
    ["{ a } type A { a: Int }", "INVALID: The document must contain at least one query or mutation. Only fragments may be added."],
    ["subscription { a }", "INVALID: Subscriptions are not supported. Register queries and mutations."],
    [`{ a(b: ${"[".repeat(9_000)}`, "INVALID: The document may nest brackets at most 500 levels deep."],
    [`{ ${"a ".repeat(4_999)}}`, "INVALID: The document may have at most 5000 tokens."],
    [`{ a } #é${"x".repeat(19_992)}`, "TOO_LONG: The document must have at most 20000 bytes in UTF-8."],
  ])("is rejected if it is not an executable document, or too long: %.30s", async (text, expected) => {
    expect(await read(text)).toBe(`input.documents.0 ${expected}`);
  });
  it("can have 20000 bytes and 5000 tokens", async () => {
    expect(await read(`{ a } #é${"x".repeat(19_991)}`)).toMatchObject({ operationNames: [] });
    expect(await read(`{ ${"a ".repeat(4_998)}}`)).toMatchObject({ operationNames: [] });
  });
});

describe("the documents of a call", () => {
  it("can have 200000 bytes, and other requests run between two documents", async () => {
    const texts = Array.from({ length: 10 }, (_, index) => `{ a } #${index}`.padEnd(20_000, "x"));
    let turns = 0;
    let counting = setImmediate(function count() {
      turns += 1;
      counting = setImmediate(count);
    });
    const { documents, errors } = await readAll(texts);
    clearImmediate(counting);
    expect([documents.map(({ document }) => document), errors]).toEqual([texts, []]);
    expect(turns).toBeGreaterThanOrEqual(9);
    expect(await readAll([...texts, "{", "x".repeat(20_001)])).toEqual({
      documents: [],
      errors: [
        "input.documents TOO_LONG: The documents of one call must have at most 200000 bytes in UTF-8. Use several calls.",
        "input.documents.11 TOO_LONG: The document must have at most 20000 bytes in UTF-8.",
      ],
    });
  });
  it("are not read if their list has an error", async () => {
    const errors = new Violations();
    errors.add(["input", "documents"], "TOO_LONG", "At most 100.");
    expect([await readPersistedDocuments(["{"], errors), errors.list.length]).toEqual([[], 1]);
  });
});
