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
import type { z } from "zod";
import { isObject } from "../is-object.js";
import { Refusal } from "../refusal.js";

/** Params that a method does not take: JSON-RPC has a code of its own for them. */
export class WrongParams extends Refusal {}

// The SDK would answer wrong params as a fault of ours, in the words of its validator.
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
 * The message that is handed to the SDK. Throws Refusal for a protocol version that is not spoken here, and for params that its method does not take.
 * @param version the header MCP-Protocol-Version; initialize agrees on one by its params instead
 */
export function admit(message: JSONRPCMessage, version: string | string[] | undefined): JSONRPCMessage {
  const method = "method" in message ? message.method : undefined;
  if (method !== "initialize" && version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(String(version)))
    throw new Refusal("BAD_REQUEST", "This version of the protocol is not spoken here.", {
      supported: SUPPORTED_PROTOCOL_VERSIONS,
      fix: `Send the header MCP-Protocol-Version with the version that initialize answered, one of ${SUPPORTED_PROTOCOL_VERSIONS.join(", ")}.`,
    });
  if (!("method" in message && "id" in message)) return message;
  refuseMany(message);
  const wrong = schemas.get(message.method)?.safeParse(message).error;
  if (wrong) throw new WrongParams("BAD_REQUEST", `${message.method} does not take these params: ${wordsOf(wrong)}.`);
  return withoutTask(message);
}

/** The SDK's validator takes long over each value, and has an issue for each that is wrong before it tells any: a second over 1 MiB. No client sends nearly so many. */
function refuseMany({ method, params = {} }: JSONRPCRequest): void {
  if (Object.keys(params.arguments ?? {}).length > mostArguments)
    throw new WrongParams("BAD_REQUEST", `${method} does not take more than ${mostArguments} arguments.`);
  if (hasManyValues(params))
    throw new WrongParams("BAD_REQUEST", `${method} does not take params of more than ${mostValues} values, its arguments aside.`);
}

/** Looks at no more values than there may be, at any depth but in the arguments, and copies none: that takes as long again. */
function hasManyValues(params: Record<string, unknown>): boolean {
  const waiting = someOf(params, "arguments");
  for (let seen = waiting.length; waiting.length > 0; ) {
    const inner = someOf(waiting.pop());
    seen += inner.length;
    if (seen > mostValues) return true;
    waiting.push(...inner);
  }
  return false;
}

/** The values in a list or an object, about as many as there may be. */
function someOf(value: unknown, except?: string): unknown[] {
  if (Array.isArray(value)) return value.slice(0, mostValues + 1);
  if (!isObject(value)) return [];
  const names = Object.keys(value).slice(0, mostValues + 2);
  return names.filter((name) => name !== except).map((name) => value[name]);
}

function wordsOf({ issues }: z.core.$ZodError): string {
  return issues
    .slice(0, mostTold)
    .map(({ path, message }) => `${path.join(".").slice(0, longestPath)}: ${message}`)
    .join("; ");
}

// A body of 1 MiB may have a hundred thousand: the answer to it is not to be many times as long.
const mostTold = 10;
const mostArguments = 200;
const mostValues = 1_000;
const longestPath = 200;

/** A server without tasks works on a request as if none was asked for (MCP 2025-11-25, tasks); the SDK would refuse it. */
function withoutTask(message: JSONRPCRequest): JSONRPCMessage {
  const { task, ...params } = message.params ?? {};
  return task === undefined ? message : { ...message, params };
}
