import type { IncomingMessage } from "node:http";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { Answer, BodyParts } from "../http/send.js";
import type { OperationRequest } from "../pipeline/context.js";
import { execution } from "../pipeline/execution.js";
import { logRejection, type Middleware, runMiddleware } from "../pipeline/run.js";
import { answerCall } from "./call-answer.js";
import type { McpContext } from "./context.js";
import { isFinding, resultOfFinding } from "./findings.js";
import { readMessage } from "./read-message.js";
import type { ExecutionResult } from "./result.js";
import { resultJson } from "./result-json.js";
import { createServer, type ServerContext } from "./server.js";
import { type Tool, toolsOf } from "./tool.js";
import { isToolCall } from "./tool-call.js";
import { readToolFilter } from "./tool-filter.js";
import { validateParams } from "./validate-params.js";

/**
 * Serves MCP over Streamable HTTP. Answers tool calls itself, and all other messages with the MCP SDK. Operations run through the steps in
 * `execution`, so the same limits apply as to GraphQL requests.
 */
export const serveMcp: Middleware<McpContext> = async (context) => {
  const { request, gateway, caller } = context;
  const read = await readMessage(context);
  const message = validateParams(read, request.headers["mcp-protocol-version"]);
  const engine = gateway.engine();
  const manifests = gateway.manifests();
  const tools = toolsOf(engine, manifests);
  const filter = readToolFilter(context, tools);
  const { perKey, perAddress } = gateway.limiters.settings;
  const limits = {
    requestsPerMinute: caller.limitPerMinute ?? perKey,
    requestsPerMinuteFromOneAddress: perAddress,
    costPerRequest: gateway.maxCost,
  };
  let rejection: { readonly error: unknown } | undefined;
  const server: ServerContext = {
    tools,
    engine,
    manifests,
    filter,
    caller,
    limits,
    now: gateway.clock.now(),
    call: (tool, operation) => call(context, tool, operation),
    async execute(operation) {
      try {
        await run(context, operation());
        return JSON.parse(context.body.toString()) as ExecutionResult;
      } catch (error) {
        rejection = { error };
        throw error;
      }
    },
  };
  const answer = isToolCall(message) ? await answerCall(message, server) : await respond(createServer(server), request, message);
  // The SDK converts an error from `execution` to a response with HTTP status 200. `serveMcp` rethrows the error, so that the response has
  // the error's HTTP status.
  if (rejection) throw rejection.error;
  context.answer = answer;
};

async function call(
  context: McpContext,
  { type, name }: Pick<Tool, "name" | "type">,
  operation: () => OperationRequest,
): Promise<BodyParts> {
  let given: OperationRequest | undefined;
  try {
    given = operation();
    await run(context, given);
  } catch (error) {
    if (!isFinding(error, given)) throw error;
    context.isRejected = true;
    context.errorCodes = [error.code];
    logRejection(context, 200, error.code);
    return [JSON.stringify(resultOfFinding(type, error))];
  }
  return resultJson(name, context.body);
}

async function run(context: McpContext, operation: OperationRequest): Promise<void> {
  context.operation = operation;
  await runMiddleware(execution, context);
}

async function respond(server: Server, { headers }: Pick<IncomingMessage, "headers">, message: JSONRPCMessage): Promise<Answer> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const { accept = "", "content-type": type = "", "mcp-protocol-version": version } = headers;
  // Omits headers that the SDK does not need, such as the API key.
  const given = { accept, "content-type": type, ...(typeof version === "string" && { "mcp-protocol-version": version }) };
  const request = new Request("http://host/mcp", { method: "POST", headers: given });
  const response = await transport.handleRequest(request, { parsedBody: message });
  const contentType = response.headers.get("content-type");
  return { status: response.status, headers: contentType === null ? {} : { "Content-Type": contentType }, body: await response.text() };
}
