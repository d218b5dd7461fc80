import { describe, expect, it } from "vitest";
import { theOrder } from "./server.js";

describe("THE ORDER", () => {
  it("is the one of decisions.md 4", () => {
    expect(theOrder.map((step) => step.name)).toEqual([
      "stripReservedHeaders",
      "requestId",
      "limitAddress",
      "readKey",
      "limitFailedAttempts",
      "authenticate",
      "limitKey",
      "readOperation",
      "prepare",
      "authorize",
      "checkIdempotencyKey",
      "limitCost",
      "signPrincipal",
      "execute",
    ]);
  });
});
