import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

// The only IPv6 range allocated for the public internet; ipaddr.js knows the special-purpose ranges within it.
const globalIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");
// The local-use NAT64 prefix (RFC 8215) is not included: the position of its IPv4 address varies.
const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");
// Cloud metadata and host services that are not link-local: AWS, Google, Oracle and Scaleway by IPv6, Alibaba within 100.64.0.0/10,
// and Azure's WireServer, which has a public address.
const metadata = ["fd00:ec2::254", "fd20:ce::254", "fd00:c1::a9fe:a9fe", "fd00:42::42", "100.100.100.200", "168.63.129.16"];
const privateRanges = ["loopback", "private", "uniqueLocal", "carrierGradeNat"];

/** Returns the IPv4 address that a mapped, NAT64 or 6to4 address leads to; other addresses unchanged. */
function leadsTo(address: Address): Address {
  if (!(address instanceof ipaddr.IPv6)) return address;
  const bytes = address.toByteArray();
  const range = address.range();
  if (range === "ipv4Mapped" || address.match(nat64)) return new ipaddr.IPv4(bytes.slice(12));
  return range === "6to4" ? new ipaddr.IPv4(bytes.slice(2, 6)) : address;
}

/**
 * Returns true if a store may have this IP address: a public one, or with `allowPrivate` a loopback or private one. Cloud metadata
 * services, link-local, multicast and reserved addresses are never allowed.
 */
export function isAllowedAddress(text: string, allowPrivate: boolean): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = leadsTo(ipaddr.parse(text));
  if (metadata.includes(address.toString())) return false;
  const range = address.range();
  if (allowPrivate && privateRanges.includes(range)) return true;
  return range === "unicast" && (address instanceof ipaddr.IPv4 || address.match(globalIpv6));
}
