import { createHash } from "node:crypto";
import type { SentOperation } from "../http/graphql-request.js";
import type { OperationContext } from "./context.js";
import { RequestError } from "./request-error.js";

const register = "Register the document for this API key with `register_persisted_operations`";

/**
 * Returns the GraphQL document of a request's operation. Looks up the document if the request contains only a hash, or if the key requires
 * persisted operations. Throws RequestError.
 */
export async function documentOf(context: Pick<OperationContext, "caller" | "gateway">, sent: SentOperation): Promise<string> {
  const { query, hash } = sent;
  if (query === undefined) return (await find(context, hash)) ?? notFound();
  if (hash === undefined && !context.caller.isPersistedOnly) return query;
  const actual = createHash("sha256").update(query).digest("hex");
  if (hash !== undefined && hash !== actual)
    throw new RequestError("BAD_REQUEST", "The hash in the request is not the SHA-256 of the query.", {
      fix: "Send the SHA-256 of the exact query, or send only the query or only the hash.",
    });
  if (!context.caller.isPersistedOnly) return query;
  return (await find(context, actual)) ?? notRegistered();
}

async function find({ gateway, caller }: Pick<OperationContext, "caller" | "gateway">, hash: string): Promise<string | undefined> {
  try {
    return await gateway.findPersisted(caller.keyId, hash);
  } catch (cause) {
    const message = "The gateway cannot look up the persisted operation now.";
    throw new RequestError("SERVICE_UNAVAILABLE", message, { fix: "Retry in a moment." }, {}, cause);
  }
}

/** Throws the error that makes Apollo clients send the document. */
function notFound(): never {
  throw new RequestError("PERSISTED_QUERY_NOT_FOUND", "PersistedQueryNotFound", { fix: `${register}, or send the document as \`query\`.` });
}

function notRegistered(): never {
  throw new RequestError(
    "persisted_operation_required",
    "This API key can send only persisted operations, and this document is not registered for the key.",
    {
      fix: "Register exactly this text for this API key with `register_persisted_operations`, or use a key without `persistedOnly`.",
    },
  );
}
