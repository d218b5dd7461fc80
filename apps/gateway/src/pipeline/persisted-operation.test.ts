import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { operationOfBody } from "../http/graphql-request.js";
import type { OperationContext } from "./context.js";
import { documentOf } from "./persisted-operation.js";
import type { RequestError } from "./request-error.js";

const query = "{ a }";
const hash = createHash("sha256").update(query).digest("hex");
const extensions = { persistedQuery: { version: 1, sha256Hash: hash } };

/**
 * Calls documentOf with a request. Returns the document or the error, and a list of the database lookups. The operation `{ a }` is
 * registered for the API key.
 */
async function outcomeOf(request: object, { isPersistedOnly = false, isAway = false } = {}) {
  const asked: string[] = [];
  const findPersisted = async (keyId: string, wanted: string) => {
    asked.push(`${keyId} ${wanted}`);
    if (isAway) throw new Error("connection refused");
    return wanted === hash ? query : undefined;
  };
  const context = { gateway: { findPersisted }, caller: { keyId: "k", isPersistedOnly } } as unknown as OperationContext;
  const sent = operationOfBody(Buffer.from(JSON.stringify(request)));
  const outcome = await documentOf(context, sent).catch(({ status, code }: RequestError) => `${status} ${code}`);
  return { outcome, asked };
}

describe("an ordinary key", () => {
  it.each([{ query }, { query: "{ b }" }, { query, extensions }, { query, documentId: `sha256:${hash}` }])(
    "needs no lookup for %j",
    async (request) => {
      expect(await outcomeOf(request)).toEqual({ outcome: request.query, asked: [] });
    },
  );
  it.each([{ extensions }, { query: "", extensions }, { documentId: hash }, { documentId: `sha256:${hash}`, extensions }])(
    "gets the document of the hash for %j",
    async (request) => {
      expect(await outcomeOf(request)).toEqual({ outcome: query, asked: [`k ${hash}`] });
    },
  );
  it("gets an error that Apollo clients know for an unknown hash, and one for a hash of another text", async () => {
    const unknown = "0".repeat(64);
    expect((await outcomeOf({ documentId: unknown })).outcome).toBe("200 PERSISTED_QUERY_NOT_FOUND");
    expect(await outcomeOf({ query: "{ b }", extensions })).toEqual({ outcome: "400 BAD_REQUEST", asked: [] });
  });
  it("gets an error if the database is unavailable", async () => {
    expect((await outcomeOf({ extensions }, { isAway: true })).outcome).toBe("503 SERVICE_UNAVAILABLE");
  });
});

describe("a key for persisted operations only", () => {
  const limited = { isPersistedOnly: true };
  it("can send the hash or the exact text", async () => {
    for (const request of [{ extensions }, { query }, { query, extensions }])
      expect(await outcomeOf(request, limited)).toEqual({ outcome: query, asked: [`k ${hash}`] });
  });
  it("can send no other text", async () => {
    for (const other of ["{ b }", "{ a } ", "{a}", "{ __schema { types { name } } }"])
      expect((await outcomeOf({ query: other }, limited)).outcome).toBe("403 persisted_operation_required");
  });
});
