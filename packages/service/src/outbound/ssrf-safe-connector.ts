import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { checkAddress, type OutboundRules, resolveAllowed } from "./url.js";

/** Connects only to allowed addresses (SSRF protection). Resolves a name only once, and connects only to the checked addresses. */
export function ssrfSafeConnector(rules: OutboundRules, timeoutMs: number): buildConnector.connector {
  const lookup: LookupFunction = (name, { all }, callback) => {
    resolveAllowed(name, rules).then(
      (addresses) => (all ? callback(null, addresses) : callback(null, addresses[0]?.address ?? "", addresses[0]?.family)),
      (error) => callback(error, ""),
    );
  };
  const connect = buildConnector({ lookup, timeout: timeoutMs });
  return (options, callback) => {
    try {
      // Node.js does not call the lookup function if the host is an IP address.
      if (isIP(options.hostname) !== 0) checkAddress(options.hostname, rules.allowPrivate);
    } catch (error) {
      process.nextTick(callback, error, null);
      return;
    }
    connect(options, callback);
  };
}
