import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

// Of IPv6 only this is given out for the public internet, less what ipaddr.js knows of IANA's special-purpose registries.
const globalIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");
// The rest of what is set aside for NAT64 (RFC 8215) has the IPv4 address wherever its network puts it.
const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");
// Metadata and host services of clouds that are not link-local: AWS, Google, Oracle and Scaleway by IPv6, Alibaba within 100.64.0.0/10,
// and Azure's wire server, a public address that every virtual machine reaches its host by.
const metadata = ["fd00:ec2::254", "fd20:ce::254", "fd00:c1::a9fe:a9fe", "fd00:42::42", "100.100.100.200", "168.63.129.16"];
const privateRanges = ["loopback", "private", "uniqueLocal", "carrierGradeNat"];

/** The IPv4 address that an IPv6 one leads to: mapped, or through NAT64 or 6to4. */
function leadsTo(address: Address): Address {
  if (!(address instanceof ipaddr.IPv6)) return address;
  const bytes = address.toByteArray();
  const range = address.range();
  if (range === "ipv4Mapped" || address.match(nat64)) return new ipaddr.IPv4(bytes.slice(12));
  return range === "6to4" ? new ipaddr.IPv4(bytes.slice(2, 6)) : address;
}

/**
 * Whether a store may be at this IP address: a public one, or with `allowPrivate` one of this machine or a private network.
 * The metadata services of clouds, other link-local addresses, multicast and the like never.
 */
export function isAllowedAddress(text: string, allowPrivate: boolean): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = leadsTo(ipaddr.parse(text));
  if (metadata.includes(address.toString())) return false;
  const range = address.range();
  if (allowPrivate && privateRanges.includes(range)) return true;
  return range === "unicast" && (address instanceof ipaddr.IPv4 || address.match(globalIpv6));
}
