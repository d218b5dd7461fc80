import type { Principal, SignedRequest } from "@offergraph/shared/access/principal";
import type { Visitor } from "@offergraph/shared/access/visitor";
import type { SharedBudget } from "@offergraph/shared/http/shared-budget";
import type { Logger } from "@offergraph/shared/log/logger";
import type { RefusalLog } from "@offergraph/shared/log/refusal-log";
import type { Metrics } from "@offergraph/shared/telemetry/metrics";
import type { Clock } from "@offergraph/shared/time/clock";
import type { AddressOf } from "./http/address.js";
import type { FindKey } from "./keys/look-up.js";
import type { Limiters } from "./limits/limiters.js";
import type { Upstream } from "./proxy/upstreams.js";
import type { Engine } from "./supergraph/engine.js";
import type { Domain } from "./supergraph/manifest.js";

/** Dependencies of the pipeline steps, created at start. */
export interface Gateway {
  readonly log: Logger;
  readonly refusals: RefusalLog;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly limiters: Limiters;
  readonly addressOf: AddressOf;
  readonly findKey: FindKey;
  /** Returns the engine of the current supergraph. */
  engine(): Engine;
  /** Returns the manifests that the services published with the current supergraph. */
  domain(): Domain;
  /** Returns the function that signs a caller's identity header, per request to a service. */
  identifyPrincipal(principal: Principal, now: number): (request: SignedRequest) => string;
  /** Services by name, for proxied HTTP paths. */
  readonly owners: ReadonlyMap<string, Upstream>;
  /** Signs the header with the address and request id of a request without a key. */
  signVisitor(visitor: Visitor, now: number): string;
  /** Request bodies without a key that are still arriving, by network. */
  readonly visitorBodies: { readonly budget: SharedBudget; readonly timeoutMs: number };
  /** Responses to visitors that are still being read, by network. */
  readonly visitorAnswers: SharedBudget;
  /** Ingest requests in progress, by workspace. */
  readonly deliveries: SharedBudget;
  readonly maxCost: number;
  readonly maxBodyBytes: number;
  readonly corsOrigins: ReadonlySet<string>;
  /** Origins of the gateway's own URL. */
  ownOrigins(): ReadonlySet<string>;
  /** Default encoding of tool schemas. */
  readonly mcpSchemas: "compact" | "plain";
  /** Logs successful queries too. */
  readonly logsAll: boolean;
}
