import { SharedBudget } from "@offergraph/shared/http/shared-budget";
import type { GatewayEnv } from "../env.js";

const mebibyte = 1024 * 1024;
const unlimited = (limit: number) => (limit === 0 ? Number.POSITIVE_INFINITY : limit);

/** Creates the budgets for concurrent bodies, responses and ingest requests. */
export function budgets(env: GatewayEnv) {
  const maxCount = unlimited(env.MAX_BODIES_PER_ADDRESS);
  const maxBytes = unlimited(env.MAX_BODY_BYTES_PER_ADDRESS);
  return {
    publicBodies: { budget: new SharedBudget({ maxCount, maxBytes, totalBytes: 128 * mebibyte }), timeoutMs: env.BODY_TIMEOUT_MS },
    publicResponses: new SharedBudget({ maxCount: Number.POSITIVE_INFINITY, maxBytes: 64 * mebibyte, totalBytes: 256 * mebibyte }),
    ingestRequests: new SharedBudget({ maxCount: unlimited(env.MAX_DELIVERIES_PER_WORKSPACE), maxBytes: 0, totalBytes: 0 }),
  };
}
