import type { Principal } from "@offergraph/shared/access/principal";
import type { Logger } from "@offergraph/shared/log/logger";
import type { Metrics } from "@offergraph/shared/telemetry/metrics";
import type { Clock } from "@offergraph/shared/time/clock";
import type { AddressOf } from "./http/address.js";
import type { FindKey } from "./keys/look-up.js";
import type { Limiters } from "./limits/limiters.js";
import type { Engine } from "./supergraph/engine.js";

/** What the steps work with; made once by main.ts. */
export interface Gateway {
  readonly log: Logger;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly limiters: Limiters;
  readonly addressOf: AddressOf;
  readonly findKey: FindKey;
  /** The engine of the newest good supergraph. */
  engine(): Engine;
  /** The header by which subgraphs know on whose behalf a request is. */
  signPrincipal(principal: Principal, now: number): string;
  readonly maxCost: number;
  readonly maxBodyBytes: number;
  readonly corsOrigins: ReadonlySet<string>;
  /** Whether every answered request is logged, or only mutations and those with errors. */
  readonly logsAll: boolean;
}
