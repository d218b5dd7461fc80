import { describe, expect, it } from "vitest";
import { mcpPipeline, operationPipeline } from "./pipelines.js";

describe("operationPipeline", () => {
  it("follows docs/request-path.md", () => {
    expect(operationPipeline.map((step) => step.name)).toEqual([
      "stripReservedHeaders",
      "requestId",
      "limitAddress",
      "readKey",
      "limitFailedAttempts",
      "authenticate",
      "limitKey",
      "noteKeyUse",
      "readOperation",
      "prepare",
      "authorize",
      "checkIdempotencyKey",
      "readDryRun",
      "limitCost",
      "noteFieldUse",
      "signPrincipal",
      "execute",
      "respondGraphql",
      "logOperation",
    ]);
  });
});

describe("mcpPipeline", () => {
  it("admits requests like operationPipeline before it reads the message", () => {
    const admission = operationPipeline.slice(
      0,
      operationPipeline.findIndex((step) => step.name === "readOperation"),
    );
    expect(mcpPipeline.map((step) => step.name)).toEqual([...admission.map((step) => step.name), "serveMcp", "logOperation"]);
  });
});
