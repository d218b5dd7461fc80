import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RequestError } from "../pipeline/request-error.js";
import { operationOfBody, operationOfSearch } from "./graphql-request.js";

const bodyOf = (value: unknown) => operationOfBody(Buffer.from(JSON.stringify(value)));
const query = "{ a }";

describe("an operation", () => {
  it("refuses numbers that lose digits and the key __proto__, wherever they stand", () => {
    const body = (variables: string) => operationOfBody(Buffer.from(`{"query":"{ a }","variables":${variables}}`));
    expect(() => body('{"input":{"config":{"n":12345678901234567890}}}')).toThrow(
      "12345678901234567890 would lose digits, because only 15 digits",
    );
    expect(() => body('{"input":{"tags":{"__proto__":"red"}}}')).toThrow('The key "__proto__" is not allowed.');
    expect(() => operationOfSearch(`query={a}&variables=${encodeURIComponent('{"a":{"__proto__":1}}')}`)).toThrow(
      'The URL parameter "variables"',
    );
    expect(body('{"n":123456789012345}').variables).toEqual({ n: 123456789012345 });
  });

  it("is read from a body or a query string alike", () => {
    const operation = { query, operationName: "A", variables: { a: 1 } };
    expect(bodyOf(operation)).toEqual(operation);
    expect(operationOfSearch(new URLSearchParams({ query, operationName: "A", variables: '{"a":1}' }).toString())).toEqual(operation);
  });
  it("does without name and variables: absent, null and an empty name are the same", () => {
    const plain = { query, operationName: undefined, variables: undefined };
    expect(bodyOf({ query })).toEqual(plain);
    expect(bodyOf({ query, operationName: null, variables: null, extensions: null })).toEqual(plain);
    expect(bodyOf({ query, extensions: { any: 1 } })).toEqual(plain);
    expect(bodyOf({ query, operationName: "" })).toEqual(plain);
    expect(operationOfSearch("query=%7B+a+%7D&variables=")).toEqual(plain);
  });
  it("is rejected if extensions is not an object", () => {
    for (const extensions of [[], "text", 0, false])
      expect(() => bodyOf({ query, extensions }), String(extensions)).toThrow('"extensions" must be');
    for (const text of ["[]", "0", "{"]) expect(() => operationOfSearch(`query=a&extensions=${text}`)).toThrow(RequestError);
  });
  it("can be the hash of a persisted operation, in three forms", () => {
    const hash = "0123456789abcdef".repeat(4);
    const extensions = { persistedQuery: { version: 1, sha256Hash: hash } };
    for (const given of [{ extensions }, { documentId: `sha256:${hash}` }, { documentId: hash }, { documentId: hash, extensions }]) {
      expect(bodyOf({ ...given, variables: { a: 1 } })).toEqual({ hash, variables: { a: 1 } });
      const parameters = new URLSearchParams();
      for (const [name, value] of Object.entries(given)) parameters.set(name, typeof value === "string" ? value : JSON.stringify(value));
      expect(operationOfSearch(parameters.toString())).toEqual({ hash });
    }
    expect(bodyOf({ query, extensions })).toEqual({ query, hash });
    expect(bodyOf({ query, documentId: null, extensions: { persistedQuery: null } })).toEqual({ query });
  });
  it("is rejected if the hash is malformed or ambiguous", () => {
    const hash = "0123456789abcdef".repeat(4);
    const persistedQueries = [1, [], {}, { version: 1 }, { version: 2, sha256Hash: hash }, { version: 1, sha256Hash: `sha256:${hash}` }];
    for (const persistedQuery of persistedQueries)
      expect(() => bodyOf({ extensions: { persistedQuery } })).toThrow('"extensions.persistedQuery" is not valid');
    for (const documentId of [1, {}, hash.toUpperCase(), hash.slice(1), `md5:${hash}`, `${hash}\n`])
      expect(() => bodyOf({ documentId })).toThrow('"documentId" is not valid');
    const extensions = { persistedQuery: { version: 1, sha256Hash: hash } };
    expect(() => bodyOf({ documentId: "0".repeat(64), extensions })).toThrow("different hashes");
    expect(() => operationOfSearch(`documentId=${hash}&documentId=${hash}`)).toThrow("appears 2 times");
  });
  it("is refused in any other form, never with another error", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.json().map((text) => `{"query":${text}}`),
        ),
        (text) => {
          try {
            expect(typeof operationOfBody(Buffer.from(text)).query).toBe("string");
          } catch (error) {
            expect(error).toBeInstanceOf(RequestError);
          }
        },
      ),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => operationOfSearch(`variables=${text}`)).toThrow(RequestError);
      }),
    );
  });
});
