import type { IncomingMessage } from "node:http";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { Answer } from "../http/send.js";
import type { OperationRequest } from "../pipeline/context.js";
import { execution } from "../pipeline/execution.js";
import { logRejection, type Middleware, runMiddleware } from "../pipeline/run.js";
import type { McpContext } from "./context.js";
import { isFinding, resultOfFinding } from "./findings.js";
import { readMessage } from "./read-message.js";
import { type ExecutionResult, resultOf } from "./result.js";
import { createServer, type ServerContext } from "./server.js";
import { toolsOf } from "./tool.js";
import { readToolFilter } from "./tool-filter.js";
import { validateParams } from "./validate-params.js";

/**
 * Serves MCP over Streamable HTTP with the MCP SDK. Operations run through the steps in `execution`, so the same limits apply as to GraphQL
 * requests.
 */
export const serveMcp: Middleware<McpContext> = async (context) => {
  const { request, gateway, caller } = context;
  const read = await readMessage(context);
  const message = validateParams(read, request.headers["mcp-protocol-version"]);
  const engine = gateway.engine();
  const manifests = gateway.manifests();
  const tools = toolsOf(engine, manifests);
  const filter = readToolFilter(context, tools);
  let rejection: { readonly error: unknown } | undefined;
  const execute = async (operation: () => OperationRequest): Promise<ExecutionResult> => {
    try {
      return await run(context, operation);
    } catch (error) {
      rejection = { error };
      throw error;
    }
  };
  const call: ServerContext["call"] = async ({ type, name }, operation) => {
    let given: OperationRequest | undefined;
    return execute(() => {
      given = operation();
      return given;
    }).then(
      (result) => resultOf(name, result),
      (error: unknown) => {
        if (!isFinding(error, given)) throw error;
        rejection = undefined;
        context.isRejected = true;
        context.errorCodes = [error.code];
        logRejection(context, 200, error.code);
        return resultOfFinding(type, error);
      },
    );
  };
  const { perKey, perAddress } = gateway.limiters.settings;
  const limits = {
    requestsPerMinute: caller.limitPerMinute ?? perKey,
    requestsPerMinuteFromOneAddress: perAddress,
    costPerRequest: gateway.maxCost,
  };
  const now = gateway.clock.now();
  const server = createServer({ tools, engine, manifests, filter, caller, limits, now, execute, call });
  const answer = await respond(server, request, message);
  // The SDK converts an error from `execution` to a response with HTTP status 200. `serveMcp` therefore throws the error again, so that the
  // response has the HTTP status of the error.
  if (rejection) throw rejection.error;
  context.answer = answer;
};

async function run(context: McpContext, operation: () => OperationRequest): Promise<ExecutionResult> {
  context.operation = operation();
  await runMiddleware(execution, context);
  return JSON.parse(context.body.toString()) as ExecutionResult;
}

async function respond(server: Server, { headers }: Pick<IncomingMessage, "headers">, message: JSONRPCMessage): Promise<Answer> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const { accept = "", "content-type": type = "", "mcp-protocol-version": version } = headers;
  // Other headers, such as the API key, are omitted, because the SDK does not need them.
  const given = { accept, "content-type": type, ...(typeof version === "string" && { "mcp-protocol-version": version }) };
  const request = new Request("http://host/mcp", { method: "POST", headers: given });
  const response = await transport.handleRequest(request, { parsedBody: message });
  const contentType = response.headers.get("content-type");
  return { status: response.status, headers: contentType === null ? {} : { "Content-Type": contentType }, body: await response.text() };
}
