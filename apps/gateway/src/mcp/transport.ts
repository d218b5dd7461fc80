import type { IncomingMessage } from "node:http";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { ErrorCode, type JSONRPCMessage, type RequestId } from "@modelcontextprotocol/sdk/types.js";
import type { PublicError } from "@offergraph/shared/errors/public-error";
import { errorEntries } from "../http/error-body.js";
import type { Answer, OperationContext, OperationRequest, Transport } from "../request-context.js";
import { NoMessage, NotJson, readMessage } from "./read-message.js";
import type { ExecutionResult } from "./result.js";
import { createServer } from "./server.js";
import { readToolFilter } from "./tool-filter.js";
import { toolsOf } from "./tools.js";
import { InvalidParams, validateParams } from "./validate-params.js";

/**
 * MCP over Streamable HTTP, one instance per request. The SDK implements the protocol; a call that needs an operation waits while the
 * request pipeline runs it, so that the same keys, limits, access levels and costs apply.
 */
export class McpTransport implements Transport {
  #id: RequestId | undefined;
  #answer: Promise<Answer> | undefined;
  #executed: (executed: ExecutionResult) => void = () => undefined;

  async read(exchange: OperationContext): Promise<{ operation: OperationRequest } | { answer: Answer }> {
    const read = await readMessage(exchange);
    if ("id" in read) this.#id = read.id;
    const message = validateParams(read, exchange.request.headers["mcp-protocol-version"]);
    const engine = exchange.gateway.engine();
    const tools = toolsOf(engine);
    const listing = readToolFilter(exchange, tools);
    return new Promise((resolve, reject) => {
      const server = createServer({
        tools,
        engine,
        domain: exchange.gateway.domain(),
        listing,
        caller: exchange.caller,
        limits: limitsOf(exchange),
        now: exchange.gateway.clock.now(),
        ask: (operation) =>
          new Promise<ExecutionResult>((executed) => {
            this.#executed = executed;
            try {
              resolve({ operation: operation() });
            } catch (error) {
              reject(error);
            }
          }),
      });
      this.#answer = respond(server, exchange.request, message).then(answerOf);
      this.#answer.then((answer) => resolve({ answer }), reject);
    });
  }

  async answer(_exchange: OperationContext, body: string | Buffer): Promise<Answer> {
    this.#executed(JSON.parse(body.toString()) as ExecutionResult);
    if (!this.#answer) throw new Error("Invariant violated: an operation was executed before it was read.");
    return this.#answer;
  }

  refuse({ requestId }: OperationContext, status: number, error: PublicError): Answer {
    const entries = errorEntries(error, requestId);
    const [{ extensions } = { extensions: {} }] = entries;
    // Some clients show only the message to the model.
    const message = entries
      .map((entry) => entry.message)
      .slice(0, maxTold)
      .join(" ");
    const data = {
      ...extensions,
      ...(entries.length > 1 && { errors: entries.map((entry) => ({ message: entry.message, ...entry.extensions })) }),
    };
    const id = error instanceof NoMessage ? error.id : (this.#id ?? null);
    return {
      status,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id, error: { code: rpcCode(status, error), message, data } }),
    };
  }
}

async function respond(server: ReturnType<typeof createServer>, request: IncomingMessage, message: JSONRPCMessage): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const { accept = "", "content-type": type = "", "mcp-protocol-version": version } = request.headers;
  // The SDK does not need the API key.
  const headers = { accept, "content-type": type, ...(typeof version === "string" && { "mcp-protocol-version": version }) };
  return transport.handleRequest(new Request("http://host/mcp", { method: "POST", headers }), { parsedBody: message });
}

async function answerOf(response: Response): Promise<Answer> {
  const type = response.headers.get("content-type");
  return { status: response.status, headers: type === null ? {} : { "Content-Type": type }, body: await response.text() };
}

function limitsOf({ gateway, caller }: OperationContext): Record<string, unknown> {
  const { perKey, perAddress } = gateway.limiters.settings;
  return {
    requestsPerMinute: caller.limitPerMinute ?? perKey,
    requestsPerMinuteFromOneAddress: perAddress,
    costPerRequest: gateway.maxCost,
  };
}

/** Returns the standard JSON-RPC code if one fits, else -32000; `data.code` has the details. */
function rpcCode(status: number, error: PublicError): number {
  if (error instanceof NotJson) return ErrorCode.ParseError;
  if (error instanceof InvalidParams || error.code === "BAD_USER_INPUT" || error.code === "GRAPHQL_VALIDATION_FAILED")
    return ErrorCode.InvalidParams;
  if (error.code === "BAD_REQUEST" || error.code === "BATCHING_NOT_SUPPORTED") return ErrorCode.InvalidRequest;
  return status === 500 ? ErrorCode.InternalError : serverError;
}

const serverError = -32_000;
const maxTold = 10;
