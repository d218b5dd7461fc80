import { PublicError } from "@offergraph/shared/errors/public-error";
import { describe, expect, it } from "vitest";
import { sanitizeError } from "./sanitize-error.js";

const logHasIt = "See the service log for event e1.";
const errorWith = (fields: object) => Object.assign(new Error("SELECT secret FROM host"), fields);

describe("a failure shown to operators", () => {
  it("is the message of a public error", () => expect(sanitizeError(new PublicError("NOT_READY", "Not ready."), "e1")).toBe("Not ready."));

  it.each([
    ["pg", errorWith({ code: "54000" })],
    ["Prisma's raw queries", errorWith({ code: "P2010", meta: { driverAdapterError: { cause: { originalCode: "54000" } } } })],
    ["Prisma's adapter", errorWith({ cause: { originalCode: "54000" } })],
  ])("says of what class the database's refusal is, as %s has it, and nothing of what was written", (_who, error) =>
    expect(sanitizeError(error, "e1")).toBe(`Database error: program limit exceeded (SQLSTATE 54000). ${logHasIt}`),
  );

  it.each([errorWith({}), errorWith({ code: "E2BIG" }), errorWith({ code: "P2034" }), "thrown text"])(
    "says of others where to look",
    (error) => expect(sanitizeError(error, "e1")).toBe(`Internal error. ${logHasIt}`),
  );
});
