import { type AccessLevel, allows } from "@offergraph/shared/access/principal";
import { headerValues } from "../http/header-values.js";
import type { OperationContext } from "./context.js";
import { readDryRun } from "./dry-run.js";
import { execute, signPrincipal } from "./execute.js";
import { RequestError } from "./request-error.js";
import type { Middleware } from "./run.js";

/** Parses, validates and plans the operation, or takes the planned operation from the cache. Rejects mutations in GET requests. */
const prepare: Middleware<OperationContext> = (context) => {
  const { query, operationName } = context.operation;
  context.prepared = context.gateway.engine().prepare(query, operationName);
  if (context.request.method === "GET" && context.prepared.type === "mutation")
    throw new RequestError("METHOD_NOT_ALLOWED", "GET allows only queries.", { fix: "Send mutations with POST." }, { Allow: "POST" });
};

/** Rejects the request if a root field requires a higher access level than the API key has. */
const authorize: Middleware<OperationContext> = ({ prepared, caller: { level: held } }) => {
  const beyond = prepared.rootFields.find(({ level }) => !allows(held, level));
  if (beyond) throw insufficientLevel(`The operation ${beyond.name}`, beyond.level, held, { operation: beyond.name });
};

export function insufficientLevel(subject: string, needed: AccessLevel, held: AccessLevel, details?: { operation: string }): RequestError {
  return new RequestError("access_level_insufficient", `${subject} requires the access level ${needed}; this key has ${held}.`, {
    ...details,
    needed,
    held,
    fix: `Use an API key with the access level ${needed}. The role of the member who created a key limits the key's access level.`,
  });
}

const printable = /^[\x20-\x7e]{1,255}$/;

/**
 * Validates the Idempotency-Key of a mutation, and ignores the key of a query. The service stores the key later, together with the
 * mutation's result.
 */
const checkIdempotencyKey: Middleware<OperationContext> = (context) => {
  const { prepared, request, operation } = context;
  if (prepared.type === "query") return;
  const given = [...headerValues(request, "idempotency-key"), operation.idempotencyKey].filter((one) => one !== undefined);
  if (given.length === 0) return;
  const [key = "", other] = new Set(given);
  if (other !== undefined) throw invalidKey("The request has two different Idempotency-Keys.", "Send only one Idempotency-Key.");
  if (!printable.test(key))
    throw invalidKey("An Idempotency-Key must have 1-255 printable ASCII characters.", "Send a random UUID, for example.");
  if (prepared.rootFields.length > 1)
    throw invalidKey(
      "An Idempotency-Key applies to one mutation, but this request has several.",
      "Send each mutation in a separate request.",
    );
  context.idempotencyKey = key;
};

function invalidKey(message: string, fix: string): RequestError {
  return new RequestError("idempotency_key_invalid", message, { fix });
}

/** Coerces the variables and rejects an operation whose cost exceeds the limit. */
const limitCost: Middleware<OperationContext> = (context) => {
  const { prepared, operation, gateway } = context;
  context.variables = prepared.variables(operation.variables);
  const cost = prepared.cost(context.variables);
  if (cost > gateway.maxCost)
    throw new RequestError("COST_LIMIT", `The operation costs ${cost}; the limit is ${gateway.maxCost}.`, {
      limit: gateway.maxCost,
      value: cost,
      fix: "Request shorter lists with a smaller `first`, or fewer nested lists.",
    });
};

/** Counts the operation for the usage records of the schema (usage/field-usage.ts), and finds deprecated parts of the operation. */
const noteFieldUse: Middleware<OperationContext> = (context) => {
  const { prepared, operation, caller, gateway } = context;
  gateway.noteFieldUse(caller, prepared.usage, operation.variables);
  context.deprecation = prepared.deprecation(operation.variables);
};

/** Steps for an operation that the gateway has read from a GraphQL or MCP request. */
export const execution: readonly Middleware<OperationContext>[] = [
  prepare,
  authorize,
  checkIdempotencyKey,
  readDryRun,
  limitCost,
  noteFieldUse,
  signPrincipal,
  execute,
];
