import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

// What ipaddr.js calls unicast and is not: IANA's special-purpose registries (https://www.iana.org/assignments/iana-ipv4-special-registry
// and -ipv6-); and of IPv6 only 2000::/3 is given out for the public internet.
const globalIpv6: Network = ipaddr.parseCIDR("2000::/3");
const special = ["198.18.0.0/15", "2001::/23", "3fff::/20"].map((network): Network => ipaddr.parseCIDR(network));
const privateRanges = ["loopback", "private", "uniqueLocal", "carrierGradeNat"];

const matches = (address: Address, [network, bits]: Network) => address.kind() === network.kind() && address.match(network, bits);

/** The IPv4 address that an IPv6 one leads to: mapped, or through NAT64 or 6to4. */
function leadsTo(address: Address): Address {
  if (!(address instanceof ipaddr.IPv6)) return address;
  const bytes = address.toByteArray();
  const range = address.range();
  if (range === "ipv4Mapped" || range === "rfc6052") return new ipaddr.IPv4(bytes.slice(12));
  return range === "6to4" ? new ipaddr.IPv4(bytes.slice(2, 6)) : address;
}

/**
 * Whether a store may be at this IP address: a public one, or with `allowPrivate` one of this machine or a private network.
 * Link-local addresses (the metadata services of clouds), multicast and the like never.
 */
export function isAllowedAddress(text: string, allowPrivate: boolean): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = leadsTo(ipaddr.parse(text));
  const range = address.range();
  if (allowPrivate && privateRanges.includes(range)) return true;
  const isGlobal = address.kind() === "ipv4" || matches(address, globalIpv6);
  return range === "unicast" && isGlobal && !special.some((network) => matches(address, network));
}
