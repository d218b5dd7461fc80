import type { IncomingMessage, ServerResponse } from "node:http";
import type { SignedRequest } from "@offergraph/shared/access/principal";
import type { PublicError } from "@offergraph/shared/errors/public-error";
import { networkOf } from "@offergraph/shared/http/network";
import type { Logger } from "@offergraph/shared/log/logger";
import type { Gateway } from "./gateway.js";
import type { Caller } from "./keys/verify-key.js";
import type { Verdict } from "./limits/limit.js";
import type { ExecutionRequest } from "./supergraph/execute/run.js";
import type { PreparedOperation } from "./supergraph/prepare.js";

/** Requested operation, independent of the transport. */
export interface OperationRequest {
  query: string;
  operationName: string | undefined;
  variables: Record<string, unknown> | undefined;
  /** Idempotency key that was not sent as a header. */
  idempotencyKey?: string;
}

/** HTTP response without the common headers, which are added when it is sent. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** Reads operations and writes responses: GraphQL over HTTP, or MCP. All transports share the pipeline. */
export interface Transport {
  /** Reads the operation of an authenticated request, or returns a response that needs none. Throws Refusal. */
  read(exchange: OperationContext): Promise<{ operation: OperationRequest } | { answer: Answer }>;
  /** Writes the response of an executed operation. `body`: JSON of `{ errors?, data }`. */
  answer(exchange: OperationContext, body: string | Buffer): Answer | Promise<Answer>;
  /** Writes the response of a request that was not executed. */
  refuse(exchange: OperationContext, status: number, error: PublicError): Answer;
}

/** Request context that the pipeline steps read and extend. */
export class RequestContext {
  readonly startedAt = performance.now();
  requestId = "";
  /** The caller's IP address, read through trusted proxies. */
  address = "";
  /** Most specific limit counted so far; source of the RateLimit headers. */
  verdict: Verdict | undefined;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    readonly gateway: Gateway,
  ) {}

  /** Groups rejections in the log: by network, or by key once it is known. */
  get subject(): string {
    return `address ${networkOf(this.address)}`;
  }
}

/** Context of a request with an API key. */
export class AuthenticatedContext extends RequestContext {
  keyText = "";
  /** SHA-256 of the key's text. */
  keyHash = "";
  /** True if connection keys are accepted (decisions.md 5). */
  readonly takesConnectionKeys: boolean = false;
  #caller: Caller | undefined;

  /** Set by `authenticate`. */
  get caller(): Caller {
    return known(this.#caller, "caller");
  }
  set caller(caller: Caller) {
    this.#caller = caller;
  }

  override get subject(): string {
    return this.#caller ? `key ${this.#caller.keyId}` : super.subject;
  }

  /** Returns the function that signs the identity header of a request to a service. */
  identify(): (request: SignedRequest) => string {
    const { caller, requestId, gateway } = this;
    const { workspaceId, memberId, keyId, level, connectionId } = caller;
    const principal = { workspaceId, memberId, keyId, level, requestId, ...(connectionId !== null && { connectionId }) };
    return gateway.identifyPrincipal(principal, gateway.clock.now().getTime());
  }

  /** Logger with the request's id and, once known, its key. */
  get log(): Logger {
    const { requestId } = this;
    const caller = this.#caller;
    return this.gateway.log.child(
      caller ? { requestId, workspaceId: caller.workspaceId, keyId: caller.keyId, memberId: caller.memberId } : { requestId },
    );
  }
}

/** Context of a GraphQL or MCP request. */
export class OperationContext extends AuthenticatedContext {
  idempotencyKey: string | undefined;
  variables: Record<string, unknown> = {};
  /** Headers of all subgraph requests. */
  subgraphHeaders: Record<string, string> = {};
  /** Signs the identity header of a subgraph request. */
  signRequest: ExecutionRequest["sign"];
  /** Set by the step that completes the request. */
  answer: Answer | undefined;
  /** Codes of the errors of an executed operation. */
  errorCodes: readonly string[] = [];
  #operation: OperationRequest | undefined;
  #prepared: PreparedOperation | undefined;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    gateway: Gateway,
    readonly transport: Transport,
  ) {
    super(request, response, gateway);
  }

  get operation(): OperationRequest {
    return known(this.#operation, "operation");
  }
  set operation(operation: OperationRequest) {
    this.#operation = operation;
  }
  get prepared(): PreparedOperation {
    return known(this.#prepared, "prepared");
  }
  set prepared(prepared: PreparedOperation) {
    this.#prepared = prepared;
  }

  /** Log fields of the operation; empty before `prepare`. */
  get summary(): { type?: "query" | "mutation"; operations?: string[] } {
    const prepared = this.#prepared;
    return prepared ? { type: prepared.type, operations: prepared.rootFields.map(({ name }) => name) } : {};
  }
}

function known<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`Invariant violated: "${name}" was read before a step set it.`);
  return value;
}
