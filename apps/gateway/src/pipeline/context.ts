import type { Principal, SignedRequest } from "@offergraph/shared/access/principal";
import type { PublicError } from "@offergraph/shared/errors/public-error";
import { networkOf } from "@offergraph/shared/http/network";
import type { Logger } from "@offergraph/shared/log/logger";
import { passOnTraceparent, traceIdOf, traceparentHeader } from "@offergraph/shared/telemetry/trace";
import { type Span, startRootSpan } from "@offergraph/shared/telemetry/tracing";
import type { Gateway } from "../deps.js";
import type { ClientRequest } from "../http/fast/buffered-request.js";
import type { ClientResponse } from "../http/fast/fast-response.js";
import { type Answer, corsHeaders, jsonAnswer } from "../http/send.js";
import type { Caller } from "../keys/verify-key.js";
import type { Verdict } from "../limits/limit.js";
import type { DeprecationHeaders } from "../supergraph/deprecations.js";
import type { ExecutionRequest } from "../supergraph/execute/run.js";
import type { PreparedOperation } from "../supergraph/prepare.js";
import { errorEntries } from "./request-error.js";

export interface OperationRequest {
  query: string;
  operationName: string | undefined;
  variables: Record<string, unknown> | undefined;
  /** Value of the MCP tool argument `idempotency_key`. */
  idempotencyKey?: string;
  /** Value of the MCP tool argument `dry_run`. */
  dryRun?: string;
}

export class RequestContext {
  readonly startedAt = performance.now();
  requestId = "";
  address = "";
  /** Result of the last rate limit check, for the RateLimit headers. The last check is the most specific, for example per API key. */
  verdict: Verdict | undefined;
  /** The response that runPipeline writes. Undefined if a middleware has already written the response. */
  answer: Answer | undefined;
  errorCodes: readonly string[] = [];
  /** Span of a sampled request. */
  span: Span | undefined;
  #traceparent: string | undefined;

  constructor(
    readonly request: ClientRequest,
    readonly response: ClientResponse,
    readonly gateway: Gateway,
  ) {}

  /**
   * Subject of a rejected request. Repeated rejections of the same subject share a log line. The subject is the API key, or the network if
   * the gateway does not yet know the key.
   */
  get subject(): string {
    return `address ${networkOf(this.address)}`;
  }

  get log(): Logger {
    return this.gateway.log.child({ requestId: this.requestId, trace_id: traceIdOf(this.traceparent) });
  }

  /** Header with which services continue the trace. */
  get traceparent(): string {
    this.#traceparent ??= this.span?.traceparent ?? passOnTraceparent(this.#receivedTraceparent);
    return this.#traceparent;
  }

  get #receivedTraceparent(): string | undefined {
    const { [traceparentHeader]: received } = this.request.headers;
    return typeof received === "string" ? received : undefined;
  }

  /** Decides if the request is sampled. */
  startTrace(): void {
    this.span = startRootSpan("server", "request", this.#receivedTraceparent);
  }

  endTrace(status: number): void {
    if (!this.span) return;
    const { label, errorCodes, requestId, request } = this;
    this.span.rename(label);
    this.span.set({
      "http.request.method": request.method,
      "http.response.status_code": status,
      "offergraph.request_id": requestId,
      "offergraph.outcome": errorCodes[0] ?? "ok",
    });
    this.span.end(status >= 500 ? errorCodes[0] : undefined);
  }

  get summary(): Readonly<Record<string, unknown>> {
    return {};
  }

  /** Headers of each response that runPipeline writes, including error responses. */
  get headers(): Readonly<Record<string, string>> {
    return {};
  }

  /** Value of the label `operation` in the metrics. The number of different values must be small, because each value is a time series. */
  get label(): string {
    return "none";
  }

  formatError(status: number, error: PublicError): Answer {
    return jsonAnswer(status, { errors: errorEntries(error, this.requestId) });
  }

  /** Returns the headers of an error response. `given` contains the headers of the error. */
  errorHeaders(_error: PublicError, given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    return given;
  }
}

export class AuthenticatedContext extends RequestContext {
  keyText = "";
  keyHash = "";
  readonly takesConnectionKeys: boolean = false;
  readonly takesAccessTokens: boolean = false;
  readonly takesPersistedOnlyKeys: boolean = false;
  #caller: Caller | undefined;

  get caller(): Caller {
    return known(this.#caller, "caller");
  }
  set caller(caller: Caller) {
    this.#caller = caller;
  }

  override get subject(): string {
    return this.#caller ? `key ${this.#caller.keyId}` : super.subject;
  }

  override get log(): Logger {
    if (!this.#caller) return super.log;
    const { workspaceId, keyId, memberId } = this.#caller;
    return this.gateway.log.child({ requestId: this.requestId, trace_id: traceIdOf(this.traceparent), workspaceId, keyId, memberId });
  }

  identify(): (request: SignedRequest) => string {
    const { caller, requestId, gateway } = this;
    const { workspaceId, memberId, keyId, level, connectionId, isSession, isTest } = caller;
    const principal: Principal = { workspaceId, memberId, keyId, level, requestId };
    if (connectionId !== null) principal.connectionId = connectionId;
    if (isSession) principal.isSession = true;
    if (isTest) principal.isTest = true;
    return gateway.identifyPrincipal(principal, gateway.clock.now().getTime());
  }
}

export class OperationContext extends AuthenticatedContext {
  idempotencyKey: string | undefined;
  /** True if the services must roll back the mutations of the request. */
  isDryRun = false;
  variables: Record<string, unknown> = {};
  subgraphHeaders: Record<string, string> = {};
  signRequest: ExecutionRequest["sign"];
  /** True if the gateway rejected the operation, but reports the error inside a successful response. */
  isRejected = false;
  /** The GraphQL response as JSON (`{ errors?, data }`). The step `execute` sets this property. */
  body: string | Buffer = "";
  /** Headers for the deprecated parts of the schema that the operation uses. */
  deprecation: DeprecationHeaders | undefined;
  readonly #corsHeaders = corsHeaders(this.request, this.gateway.corsOrigins);
  #operation: OperationRequest | undefined;
  #prepared: PreparedOperation | undefined;

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

  override get headers(): Readonly<Record<string, string>> {
    if (!this.deprecation) return this.#corsHeaders;
    const link = `<${this.gateway.publicUrl()}/docs/changes>; rel="deprecation"; type="text/html"`;
    return { ...this.#corsHeaders, ...this.deprecation, Link: link };
  }

  /** Empty before `prepare`. */
  override get summary(): { type?: "query" | "mutation"; operations?: string[] } {
    const prepared = this.#prepared;
    return prepared ? { type: prepared.type, operations: prepared.rootFields.map(({ name }) => name) } : {};
  }

  override get label(): string {
    const { operations: [operation, ...more] = [] } = this.summary;
    return more.length > 0 ? "several" : (operation ?? "none");
  }
}

function known<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`Invariant violated: "${name}" was read before it was set.`);
  return value;
}
