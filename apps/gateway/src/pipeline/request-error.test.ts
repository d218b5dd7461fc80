import { PublicError } from "@offergraph/shared/errors/public-error";
import { describe, expect, it } from "vitest";
import { errorEntries, RequestError, toRequestError } from "./request-error.js";

describe("errors of a rejected request", () => {
  it("are one, with its code, the request's id and what to do", () => {
    const refusal = new RequestError("api_key_missing", "No key.", { fix: "Send one." });
    expect(errorEntries(refusal, "r")).toEqual([
      { message: "No key.", extensions: { code: "api_key_missing", requestId: "r", fix: "Send one." } },
    ]);
  });
  it("has one entry per problem, with locations", () => {
    const error = new PublicError("GRAPHQL_VALIDATION_FAILED", "One.", {
      errors: [
        { message: "One.", locations: [{ line: 1, column: 2 }] },
        { message: "Two.", variable: "$a" },
      ],
    });
    const extensions = { code: "GRAPHQL_VALIDATION_FAILED", requestId: "r" };
    expect(errorEntries(error, "r")).toEqual([
      { message: "One.", locations: [{ line: 1, column: 2 }], extensions },
      { message: "Two.", extensions: { ...extensions, variable: "$a" } },
    ]);
  });
  it("cannot be given another code or request id by details", () => {
    const error = new PublicError("A", "a", { code: "B", requestId: "other" });
    expect(errorEntries(error, "r")[0]?.extensions).toEqual({ code: "A", requestId: "r" });
  });
});

describe("rejectionOf", () => {
  it("keeps the status of a RequestError, maps engine errors to 400, and hides other errors", () => {
    expect(toRequestError(new RequestError("secret_key_required", "a"))).toMatchObject({ status: 403 });
    expect(toRequestError(new PublicError("DEPTH_LIMIT", "a"))).toMatchObject({ status: 400, error: { code: "DEPTH_LIMIT" } });
    for (const thrown of [new Error("postgres://secret"), "text", undefined]) {
      const { status, error } = toRequestError(thrown);
      expect([status, error.code]).toEqual([500, "INTERNAL_SERVER_ERROR"]);
      expect(error.message).not.toContain("secret");
    }
  });
});
