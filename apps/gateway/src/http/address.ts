import type { IncomingMessage } from "node:http";
import { isIP, isIPv6, SocketAddress } from "node:net";
import proxyAddress from "proxy-addr";

/** The network address that a request's limits count for. */
export type AddressOf = (request: IncomingMessage) => string;

/**
 * X-Forwarded-For counts only as far as trusted proxies wrote it: the address is the last one in the chain that is not such a proxy.
 * `trustedProxies`: addresses, subnets, or proxy-addr's names for them.
 */
export function addressReader(trustedProxies: readonly string[]): AddressOf {
  if (trustedProxies.length === 0) return ({ socket }) => normalAddress(socket.remoteAddress ?? "") ?? "unknown";
  const trust = proxyAddress.compile([...trustedProxies]);
  return (request) => {
    const direct = normalAddress(request.socket.remoteAddress ?? "") ?? "unknown";
    // What a trusted proxy hands on may still be no address ("unknown", RFC 7239 6.2): then the proxy's own counts.
    return normalAddress(proxyAddress(request, trust)) ?? direct;
  };
}

/** One text for one address: IPv4-mapped IPv6 as IPv4, IPv6 in its short form (RFC 5952), without port or zone. Undefined for anything else. */
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
