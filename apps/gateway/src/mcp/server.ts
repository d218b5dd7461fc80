import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { allows } from "@offergraph/shared/access/principal";
import type { OperationRequest } from "../exchange.js";
import type { Caller } from "../keys/judge.js";
import type { Engine } from "../supergraph/engine.js";
import { operationOfCall } from "./call.js";
import { instructions } from "./instructions.js";
import type { Listing } from "./listing.js";
import { findPrompt, prompts } from "./prompts/prompts.js";
import { readResource, resources, resourceTemplates } from "./resources/resources.js";
import { type Executed, resultOf } from "./result.js";
import { RpcError } from "./rpc-error.js";
import type { Tools } from "./tools.js";

/** What one request's server works with. */
export interface ServerContext {
  readonly tools: Tools;
  /** The supergraph that texts about types are made from. */
  readonly engine: Pick<Engine, "apiSchema">;
  readonly listing: Listing;
  readonly caller: Caller;
  /** What is told of limits: requests a minute, of this key. */
  readonly limits: Readonly<Record<string, unknown>>;
  readonly now: Date;
  /** Has an operation executed by the steps of every request. Never resolves for one that they refuse: that is the request's answer. */
  ask(operation: () => OperationRequest): Promise<Executed>;
}

// At most 12 characters: clients put it before the tools' names, and these may have 64 in all.
const serverInfo = { name: "offergraph", title: "Offergraph", version: "1.0.0" };
// Ours asks clients for nothing that would have to be validated; one is made for all requests, since making it takes long.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** The MCP server of one request: nothing outlives it, so that any replica answers any request. */
export function createServer(context: ServerContext): Server {
  const { tools, listing, caller } = context;
  const capabilities = { tools: {}, resources: {}, prompts: {} };
  const server = new Server(serverInfo, { capabilities, instructions, jsonSchemaValidator });
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    if (params?.cursor !== undefined) throw invalid("All tools come on one page: there is no cursor to go on from.");
    const listed = [...tools.all.values()].filter((tool) => listing.has(tool) && allows(caller.level, tool.level));
    return { tools: listed.map((tool) => tool.definition(listing.encoding)) };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = tools.all.get(params.name);
    if (!tool) throw invalid(`There is no tool ${JSON.stringify(params.name.slice(0, 80))}: tools/list names all there are.`);
    if (!listing.has(tool)) throw invalid(`The tool ${tool.name} is not among those that this address asks for (?toolsets, ?read_only).`);
    return resultOf(tool.name, await context.ask(() => operationOfCall(tool, params.arguments ?? {})));
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: resources(context) }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => readResource(params.uri, context));
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: prompts(context) }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => findPrompt(params.name, params.arguments ?? {}, context));
  return server;
}

function invalid(message: string): RpcError {
  return new RpcError(ErrorCode.InvalidParams, message);
}
