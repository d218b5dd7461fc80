import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { answerType, isJson, isReadable } from "./media-type.js";

const withHeaders = (headers: IncomingMessage["headers"]) => ({ headers }) as unknown as IncomingMessage;

describe("a body's type", () => {
  it("is JSON in UTF-8, however it is written", () => {
    for (const good of [
      "application/json",
      "Application/JSON",
      "application/json;charset=utf-8",
      'application/json; charset="UTF-8"',
      "application/json; a=b",
    ])
      expect(isJson(good), good).toBe(true);
    for (const bad of [
      undefined,
      "",
      "text/plain",
      "application/jsonx",
      "application/graphql",
      "application/json; charset=latin1",
      "text/plain; application/json",
    ])
      expect(isJson(bad), bad).toBe(false);
  });
});

describe("a body's encoding", () => {
  it("is none, said or not", () => {
    expect(isReadable(withHeaders({ "content-type": "application/json" }))).toBe(true);
    expect(isReadable(withHeaders({ "content-type": "application/json", "content-encoding": "Identity" }))).toBe(true);
    expect(isReadable(withHeaders({ "content-type": "application/json", "content-encoding": "gzip" }))).toBe(false);
  });
});

describe("an answer's type", () => {
  it("is JSON without Accept or with */*, else the preferred one of the two", () => {
    for (const headers of [{}, { accept: "" }, { accept: "*/*" }, { accept: "text/html, */*;q=0.1" }])
      expect(answerType(withHeaders(headers))).toBe("application/json");
    expect(answerType(withHeaders({ accept: "application/graphql-response+json, application/json;q=0.9" }))).toBe(
      "application/graphql-response+json",
    );
    for (const accept of ["text/html", "application/json;q=0"]) expect(answerType(withHeaders({ accept })), accept).toBeUndefined();
  });
});
