import type { IncomingMessage, ServerResponse } from "node:http";
import type { SignedRequest } from "@offergraph/shared/access/principal";
import type { PublicError } from "@offergraph/shared/errors/public-error";
import { networkOf } from "@offergraph/shared/http/network";
import type { Logger } from "@offergraph/shared/log/logger";
import type { Gateway } from "./gateway.js";
import type { Caller } from "./keys/judge.js";
import type { Verdict } from "./limits/limit.js";
import type { ExecutionRequest } from "./supergraph/execute/run.js";
import type { PreparedOperation } from "./supergraph/prepare.js";

/** What a caller asks for, however the transport carries it. */
export interface OperationRequest {
  query: string;
  operationName: string | undefined;
  variables: Record<string, unknown> | undefined;
  /** An Idempotency-Key that did not come as a header. */
  idempotencyKey?: string;
}

/** What goes back. Headers that every answer has are added when it is sent. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** How operations come in and answers go out: GraphQL over HTTP, or MCP. The steps between are the same. */
export interface Transport {
  /** Reads the operation of an authenticated request, or answers the request by itself. Throws Refusal. */
  read(exchange: Exchange): Promise<{ operation: OperationRequest } | { answer: Answer }>;
  /** The answer to an operation that was executed. `body`: JSON of `{ errors?, data }`. */
  answer(exchange: Exchange, body: string | Buffer): Answer | Promise<Answer>;
  /** The answer to a request that was not executed. */
  refuse(exchange: Exchange, status: number, error: PublicError): Answer;
}

/** One request on its way through the steps, with a key or without; each step reads what those before it found. */
export class Passage {
  readonly startedAt = performance.now();
  requestId = "";
  /** The caller's network address, as far as proxies are trusted. */
  address = "";
  /** The narrowest limit counted so far; the answer's RateLimit headers. */
  verdict: Verdict | undefined;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    readonly gateway: Gateway,
  ) {}

  /** Whom refusals are summed by in the log: the network, or the key once it is known. */
  get subject(): string {
    return `address ${networkOf(this.address)}`;
  }
}

/** A request with a key. */
export class KeyedPassage extends Passage {
  keyText = "";
  /** What stands for the key's text wherever it is looked up or counted. */
  keyHash = "";
  /** Whether keys that were created for one connection are taken (decisions.md 5). */
  readonly takesConnectionKeys: boolean = false;
  #caller: Caller | undefined;

  /** On whose behalf the request is; known after `authenticate`. */
  get caller(): Caller {
    return known(this.#caller, "caller");
  }
  set caller(caller: Caller) {
    this.#caller = caller;
  }

  override get subject(): string {
    return this.#caller ? `key ${this.#caller.keyId}` : super.subject;
  }

  /** Returns what signs on whose behalf the request is, for one request to a service. */
  identify(): (request: SignedRequest) => string {
    const { caller, requestId, gateway } = this;
    const { workspaceId, memberId, keyId, level, connectionId } = caller;
    const principal = { workspaceId, memberId, keyId, level, requestId, ...(connectionId !== null && { connectionId }) };
    return gateway.identifyPrincipal(principal, gateway.clock.now().getTime());
  }

  /** A logger bound to what is known of the request so far. */
  get log(): Logger {
    const { requestId } = this;
    const caller = this.#caller;
    return this.gateway.log.child(
      caller ? { requestId, workspaceId: caller.workspaceId, keyId: caller.keyId, memberId: caller.memberId } : { requestId },
    );
  }
}

/** A request with a key that asks for an operation. */
export class Exchange extends KeyedPassage {
  idempotencyKey: string | undefined;
  variables: Record<string, unknown> = {};
  /** The headers of every subgraph request. */
  subgraphHeaders: Record<string, string> = {};
  /** Makes the header that tells a subgraph on whose behalf a request with this body is. */
  signRequest: ExecutionRequest["sign"];
  /** Set by the step that ends the request's way. */
  answer: Answer | undefined;
  /** What went wrong in parts of an executed operation. */
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

  /** What the request is, as a log line tells it; empty before it was prepared. */
  get summary(): { type?: "query" | "mutation"; operations?: string[] } {
    const prepared = this.#prepared;
    return prepared ? { type: prepared.type, operations: prepared.rootFields.map(({ name }) => name) } : {};
  }
}

function known<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`A step asked for "${name}" before it was known: the steps are out of order.`);
  return value;
}
