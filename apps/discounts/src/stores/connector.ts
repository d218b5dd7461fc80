import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { checkAddress, type OutboundRules, resolveAllowed } from "./endpoint.js";

/**
 * Opens connections to allowed addresses only. The name is resolved once, and the socket goes to the addresses that were checked:
 * a name that answers otherwise the next time (DNS rebinding) leads nowhere else.
 */
export function guardedConnector(rules: OutboundRules, timeoutMs: number): buildConnector.connector {
  const lookup: LookupFunction = (name, { all }, callback) => {
    resolveAllowed(name, rules).then(
      (addresses) => (all ? callback(null, addresses) : callback(null, addresses[0]?.address ?? "", addresses[0]?.family)),
      (error) => callback(error, ""),
    );
  };
  const connect = buildConnector({ lookup, timeout: timeoutMs });
  return (options, callback) => {
    try {
      // Sockets look no address up that is one already.
      if (isIP(options.hostname) !== 0) checkAddress(options.hostname, rules.allowPrivate);
    } catch (error) {
      process.nextTick(callback, error, null);
      return;
    }
    connect(options, callback);
  };
}
