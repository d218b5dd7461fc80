import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { checkAddress, type OutboundRules, resolveAllowed } from "./url.js";

/** Connects only to allowed addresses (SSRF protection). Uses the checked addresses without another lookup, to prevent DNS rebinding. */
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
      // Node.js skips the lookup function for IP addresses.
      if (isIP(options.hostname) !== 0) checkAddress(options.hostname, rules.allowPrivate);
    } catch (error) {
      process.nextTick(callback, error, null);
      return;
    }
    connect(options, callback);
  };
}
