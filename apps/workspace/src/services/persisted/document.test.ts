import { Violations } from "@offergraph/shared/errors/user-error";
import { describe, expect, it } from "vitest";
import { readPersistedDocument } from "./document.js";

function read(text: string) {
  const errors = new Violations();
  const document = readPersistedDocument(text, ["input", "documents", 0], errors);
  return document ?? errors.list.map(({ field, code, message }) => `${field.join(".")} ${code}: ${message}`)[0];
}

describe("a document to register", () => {
  it("has the SHA-256 of its exact text, and the names of its operations", () => {
    // echo -n '{ a }' | sha256sum
    const sha256Hash = "1c7e1e347f726166b5b1c55afd61f278cc9b45e00c108ec33d540a566379811b";
    expect(read("{ a }")).toEqual({ document: "{ a }", sha256Hash, operationNames: [] });
    const several = "query A { a ...F } mutation B { b } fragment F on Query { c } # ü";
    expect(read(several)).toMatchObject({ document: several, operationNames: ["A", "B"] });
    expect(read("{ a } ")).not.toMatchObject({ sha256Hash });
  });
  it.each([
    ["", "INVALID: Syntax Error: Unexpected <EOF>. (line 1, column 1)"],
    ["{ a\n  (", "INVALID: Syntax Error: Expected Name, found <EOF>. (line 2, column 4)"],
    ["type A { a: Int }", "INVALID: The document must contain at least one query or mutation, and otherwise only fragments."],
    ["fragment F on A { a }", "INVALID: The document must contain at least one query or mutation, and otherwise only fragments."],
    ["{ a } type A { a: Int }", "INVALID: The document must contain at least one query or mutation, and otherwise only fragments."],
    ["subscription { a }", "INVALID: Subscriptions are not supported. Register queries and mutations."],
    [`{ a(b: ${"[".repeat(9_000)}`, "INVALID: The document may nest brackets at most 500 levels deep."],
    [`{ ${"a".repeat(19_997)}`, "TOO_LONG"],
  ])("is rejected if it is not an executable document: %.30s", (text, expected) => {
    if (expected === "TOO_LONG") expect(read(`${text}aa}`)).toContain("TOO_LONG: The document must have at most 20000 characters.");
    else expect(read(text)).toBe(`input.documents.0 ${expected}`);
  });
  it("can have 20000 characters, and characters outside the basic plane count once", () => {
    expect(read(`{ a } #${"😀".repeat(19_993)}`)).toMatchObject({ operationNames: [] });
  });
});
