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
import type { Owner } from "./proxy/owners.js";
import type { Engine } from "./supergraph/engine.js";

/** What the steps work with; made once by main.ts. */
export interface Gateway {
  readonly log: Logger;
  readonly refusals: RefusalLog;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly limiters: Limiters;
  readonly addressOf: AddressOf;
  readonly findKey: FindKey;
  /** The engine of the newest good supergraph. */
  engine(): Engine;
  /** Makes the header by which a service knows on whose behalf a request is, for one request after the other. */
  identifyPrincipal(principal: Principal, now: number): (request: SignedRequest) => string;
  /** The services, for what they answer beside GraphQL. */
  readonly owners: ReadonlyMap<string, Owner>;
  /** The header by which a service knows whose request without a key it answers. */
  signVisitor(visitor: Visitor, now: number): string;
  /** Bodies of visitors' requests that are still arriving, by network. */
  readonly visitorBodies: { readonly budget: SharedBudget; readonly timeoutMs: number };
  /** Answers to visitors that are still being read, by network. */
  readonly visitorAnswers: SharedBudget;
  /** Deliveries under way, by workspace. */
  readonly deliveries: SharedBudget;
  readonly maxCost: number;
  readonly maxBodyBytes: number;
  readonly corsOrigins: ReadonlySet<string>;
  /** The origins of this gateway's own address. */
  ownOrigins(): ReadonlySet<string>;
  /** How tools' schemas are written unless a client asks for the other way. */
  readonly mcpSchemas: "compact" | "plain";
  /** Whether every answered request is logged, or only mutations and those with errors. */
  readonly logsAll: boolean;
}
