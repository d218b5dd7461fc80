import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  InitializeRequestSchema,
  type JSONRPCMessage,
  type JSONRPCRequest,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/sdk/types.js";
import { isObject } from "@offergraph/shared/json/exact-json";
import type { z } from "zod";
import { RequestError } from "../pipeline/request-error.js";
import { InvalidParams } from "./errors.js";
import { isPlainCall } from "./tool-call.js";

// Schemas of the SDK. The gateway validates params before it calls the SDK, because the SDK reports invalid params as an internal error.
const schemas = new Map<string, z.ZodType>(
  [
    InitializeRequestSchema,
    ListToolsRequestSchema,
    CallToolRequestSchema,
    ListResourcesRequestSchema,
    ListResourceTemplatesRequestSchema,
    ReadResourceRequestSchema,
    ListPromptsRequestSchema,
    GetPromptRequestSchema,
  ].map((schema) => [schema.shape.method.value, schema]),
);

/**
 * Validates a JSON-RPC message and returns the message that the SDK receives. Throws if the protocol version or the params are invalid.
 * `version` is the header MCP-Protocol-Version, which is ignored for `initialize`.
 */
export function validateParams(message: JSONRPCMessage, version: string | string[] | undefined): JSONRPCMessage {
  const method = "method" in message ? message.method : undefined;
  if (method !== "initialize" && version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(String(version)))
    throw new RequestError("BAD_REQUEST", "The version in the header MCP-Protocol-Version is not supported.", {
      supported: SUPPORTED_PROTOCOL_VERSIONS,
      fix: `Set the header MCP-Protocol-Version to the version that initialize returned. Supported versions: ${SUPPORTED_PROTOCOL_VERSIONS.join(", ")}.`,
    });
  if (!("method" in message && "id" in message)) return message;
  limitArguments(message);
  if (isPlainCall(message)) return message;
  limitValues(message);
  const issue = schemas.get(message.method)?.safeParse(message).error;
  if (issue) throw new InvalidParams("BAD_REQUEST", `Invalid params for ${message.method}: ${describe(issue)}.`);
  return withoutTask(message);
}

function limitArguments({ method, params }: JSONRPCRequest): void {
  if (Object.keys(params?.arguments ?? {}).length > maxArguments)
    throw new InvalidParams("BAD_REQUEST", `${method} allows at most ${maxArguments} arguments.`);
}

/**
 * Limits the number of values in params, because the SDK's schemas collect every issue. Without the limit, validating 1 MiB of invalid
 * params took 1 second.
 */
function limitValues({ method, params = {} }: JSONRPCRequest): void {
  if (hasManyValues(params))
    throw new InvalidParams(
      "BAD_REQUEST",
      `${method} allows at most ${maxValues} values in its params. Values in params.arguments do not count.`,
    );
}

/** True if the params contain more values than the limit, at any depth. Does not count the values in `arguments`. */
function hasManyValues(params: Record<string, unknown>): boolean {
  const waiting = someOf(params, "arguments");
  for (let seen = waiting.length; waiting.length > 0; ) {
    const inner = someOf(waiting.pop());
    seen += inner.length;
    if (seen > maxValues) return true;
    waiting.push(...inner);
  }
  return false;
}

/**
 * Returns the values of a list or object, without the property `except`. Of a long list or object, returns just enough values to exceed the
 * limit.
 */
function someOf(value: unknown, except?: string): unknown[] {
  if (Array.isArray(value)) return value.slice(0, maxValues + 1);
  if (!isObject(value)) return [];
  const names = Object.keys(value).slice(0, maxValues + 2);
  return names.filter((name) => name !== except).map((name) => value[name]);
}

function describe({ issues }: z.core.$ZodError): string {
  return issues
    .slice(0, maxIssues)
    .map(({ path, message }) => `${path.join(".").slice(0, maxPathLength)}: ${message}`)
    .join("; ");
}

// Maximum number of issues in the error message. A body of 1 MiB can have 100,000 issues.
const maxIssues = 10;
const maxArguments = 200;
const maxValues = 1_000;
const maxPathLength = 200;

/** Removes the param `task`. MCP 2025-11-25 requires servers without tasks to ignore `task`, but the SDK would reject the request. */
function withoutTask(message: JSONRPCRequest): JSONRPCMessage {
  const { task, ...params } = message.params ?? {};
  return task === undefined ? message : { ...message, params };
}
