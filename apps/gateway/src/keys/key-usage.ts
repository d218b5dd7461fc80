import { principalHeader, type SignedRequest } from "@offergraph/shared/access/principal";
import type { Logger } from "@offergraph/shared/log/logger";
import { LRUCache } from "lru-cache";
import type { Upstream } from "../proxy/upstreams.js";
import type { UsageTarget } from "../supergraph/manifest.js";

interface KeyUsageOptions {
  target(): UsageTarget | undefined;
  upstreams: Pick<ReadonlyMap<string, Upstream>, "get">;
  log: Logger;
}

const intervalMs = 60_000;
const maxKeys = 100_000;
const timeoutMs = 5_000;

/** Function that the gateway calls for each request with an API key. `identify` returns the function that signs the usage report. */
export type NoteKeyUse = (keyId: string, identify: () => (request: SignedRequest) => string) => void;

/**
 * Reports the use of API keys to the service that stores the keys. Each gateway process reports a key at most once a minute. Requests do
 * not wait for the report. A failed report is logged and not retried.
 */
export function createKeyUsage({ target, upstreams, log }: KeyUsageOptions): NoteKeyUse {
  const reported = new LRUCache<string, true>({ max: maxKeys, ttl: intervalMs });
  return (keyId, identify) => {
    if (reported.has(keyId)) return;
    const { service = "", path = "" } = target() ?? {};
    const upstream = upstreams.get(service);
    if (!upstream) return;
    reported.set(keyId, true);
    const headers = { [principalHeader]: identify()({ service, method: "POST", path, body: undefined }) };
    report(upstream, path, headers).catch((error: unknown) => log.warn({ err: error, keyId }, "Failed to report the use of a key"));
  };
}

async function report(upstream: Upstream, path: string, headers: Record<string, string>): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { statusCode, body } = await upstream.send({ method: "POST", path, headers, body: null, signal, pool: "write" });
  await body.dump();
  if (statusCode >= 300) throw new Error(`The service answered with status ${statusCode}.`);
}
