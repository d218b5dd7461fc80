import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { allows } from "@offergraph/shared/access/principal";
import type { BodyParts } from "../http/send.js";
import type { Caller } from "../keys/verify-key.js";
import type { OperationRequest } from "../pipeline/context.js";
import type { Engine } from "../supergraph/engine.js";
import type { Manifests } from "../supergraph/manifest.js";
import { invalidParams } from "./errors.js";
import { finderTools } from "./finder/finder-tools.js";
import { instructionsOf } from "./instructions.js";
import { findPrompt, prompts } from "./prompts.js";
import { readResource, resources, resourceTemplates } from "./resources/resources.js";
import type { ExecutionResult } from "./result.js";
import type { Tool, Tools } from "./tool.js";
import type { ToolFilter } from "./tool-filter.js";

export interface ServerContext {
  readonly tools: Tools;
  readonly engine: Pick<Engine, "apiSchema">;
  readonly manifests: Manifests;
  readonly filter: ToolFilter;
  readonly caller: Caller;
  readonly limits: Readonly<Record<string, unknown>>;
  readonly now: Date;
  /** Executes an operation. If the gateway rejects the operation, the whole MCP request fails with the same error. */
  execute(operation: () => OperationRequest): Promise<ExecutionResult>;
  /**
   * Executes the operation of a tool call. Returns the parts of the result's JSON. If the arguments are wrong, the result describes the
   * errors.
   */
  call(tool: Pick<Tool, "name" | "type">, operation: () => OperationRequest): Promise<BodyParts>;
}

// Keep the name short, because some MCP clients add the name to tool names and limit the result to 64 characters.
const serverInfo = { name: "offergraph", title: "Offergraph", version: "1.0.0" };
// All servers share one JSON Schema validator, because creating a validator is slow. The SDK uses the required validator only for requests
// to clients, which the gateway never sends.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** Creates the SDK's server for all requests except tool calls, which answerCall answers. */
export function createServer(context: ServerContext): Server {
  const { tools, filter, caller, manifests } = context;
  const capabilities = { tools: {}, resources: {}, prompts: {} };
  const instructions = instructionsOf(manifests, context);
  const server = new Server(serverInfo, { capabilities, instructions, jsonSchemaValidator });
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    if (params?.cursor !== undefined) throw invalidParams("All tools are on one page; omit the cursor.");
    const listed = [...tools.all.values()].filter((tool) => filter.lists(tool) && allows(caller.level, tool.level));
    const own = finderTools(context).map((tool) => tool.definition(context));
    return { tools: [...listed.map((tool) => tool.definition(filter.form)), ...own] };
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: resources(context) }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => readResource(params.uri, context));
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: prompts(context) }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => findPrompt(params.name, params.arguments ?? {}, context));
  return server;
}
