import type { IncomingMessage } from "node:http";
import { isIP, isIPv6, SocketAddress } from "node:net";
import proxyAddress from "proxy-addr";
import type { ClientRequest } from "./fast/buffered-request.js";

export type AddressOf = (request: ClientRequest) => string;

/** Creates the function that reads the client's address: the last untrusted address in X-Forwarded-For. */
export function addressReader(trustedProxies: readonly string[]): AddressOf {
  if (trustedProxies.length === 0) return ({ socket }) => normalAddress(socket.remoteAddress ?? "") ?? "unknown";
  const trust = proxyAddress.compile([...trustedProxies]);
  return (request) => {
    const direct = normalAddress(request.socket.remoteAddress ?? "") ?? "unknown";
    // If a trusted proxy sends "unknown" as the address (RFC 7239 6.2), returns the connection's address.
    return normalAddress(proxyAddress(request as IncomingMessage, trust)) ?? direct;
  };
}

/**
 * Converts IPv4-mapped IPv6 addresses to IPv4, and other IPv6 addresses to the short form (RFC 5952). Removes the port and the zone.
 * Returns undefined for an invalid address.
 */
export function normalAddress(text: string): string | undefined {
  const bare = withoutPort(text.trim()).replace(/%.*$/, "");
  const mapped = bare.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv6(mapped)) {
    const { address } = new SocketAddress({ address: mapped, family: "ipv6" });
    return address.replace(/^::ffff:(?=\d+\.)/, "");
  }
  return isIP(mapped) ? mapped : undefined;
}

function withoutPort(text: string): string {
  const [, inBrackets, ipv4] = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? [];
  return inBrackets ?? ipv4 ?? text;
}
