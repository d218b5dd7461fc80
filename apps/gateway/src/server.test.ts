import { describe, expect, it } from "vitest";
import { operationPipeline } from "./server.js";

describe("operationPipeline", () => {
  it("follows decisions.md 4", () => {
    expect(operationPipeline.map((step) => step.name)).toEqual([
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
