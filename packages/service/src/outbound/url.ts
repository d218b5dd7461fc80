import { promises as dns, type LookupAddress } from "node:dns";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

// The IPv6 range of the public internet. ipaddr.js detects the special-purpose ranges within this range.
const globalIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");
// The well-known NAT64 prefix (RFC 6052). Excludes the local-use prefix (RFC 8215), in which the position of the IPv4 address varies.
const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");
// Addresses of cloud metadata services outside the link-local range: AWS, Google, Oracle and Scaleway (IPv6), Alibaba (100.64.0.0/10) and
// Azure's WireServer (public).
const metadata = ["fd00:ec2::254", "fd20:ce::254", "fd00:c1::a9fe:a9fe", "fd00:42::42", "100.100.100.200", "168.63.129.16"];
const privateRanges = ["loopback", "private", "uniqueLocal", "carrierGradeNat"];

/** Returns the IPv4 address inside an IPv4-mapped, NAT64 or 6to4 address. Returns all other addresses unchanged. */
function leadsTo(address: Address): Address {
  if (!(address instanceof ipaddr.IPv6)) return address;
  const bytes = address.toByteArray();
  const range = address.range();
  if (range === "ipv4Mapped" || address.match(nat64)) return new ipaddr.IPv4(bytes.slice(12));
  return range === "6to4" ? new ipaddr.IPv4(bytes.slice(2, 6)) : address;
}

/**
 * Allows public addresses and, with `allowPrivate`, loopback and private addresses. Rejects all other addresses, and addresses of cloud
 * metadata services.
 */
function isAllowedAddress(text: string, allowPrivate: boolean): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = leadsTo(ipaddr.parse(text));
  if (metadata.includes(address.toString())) return false;
  const range = address.range();
  if (allowPrivate && privateRanges.includes(range)) return true;
  return range === "unicast" && (address instanceof ipaddr.IPv4 || address.match(globalIpv6));
}

export type Resolve = (name: string) => Promise<LookupAddress[]>;

export interface OutboundRules {
  allowPrivate: boolean;
  resolve?: Resolve;
}

const systemResolve: Resolve = (name) => dns.lookup(name, { all: true });
const maxUrlLength = 2048;

/** A URL or address to which requests are forbidden. `problem` follows "The URL" in the message, for example "must begin with https://". */
export class ForbiddenUrl extends Error {
  constructor(readonly problem: string) {
    super(`The URL ${problem}.`);
    this.name = "ForbiddenUrl";
  }
}

export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

/** Throws ForbiddenUrl if the address is not allowed. */
export function checkAddress(address: string, allowPrivate: boolean): void {
  if (isAllowedAddress(address, allowPrivate)) return;
  throw new ForbiddenUrl(`resolves to a forbidden address; only ${allowPrivate ? "public and private" : "public"} addresses are allowed`);
}

/** Parses the URL of an outbound request, and checks the rules that need no DNS. Throws ForbiddenUrl for a forbidden URL. */
export function readOutboundUrl(text: string, allowPrivate: boolean): URL {
  const url = text.length <= maxUrlLength && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw new ForbiddenUrl(`must be a URL of at most ${maxUrlLength} characters`);
  if (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:"))
    throw new ForbiddenUrl(`must begin with https://${allowPrivate ? " or http://" : ""}`);
  if (url.username !== "" || url.password !== "") throw new ForbiddenUrl("must not contain a user name or password");
  const host = hostOf(url);
  if (isIP(host) !== 0) checkAddress(host, allowPrivate);
  if (!allowPrivate && /(^|\.)localhost\.?$/.test(host)) throw new ForbiddenUrl("must not be a localhost address");
  return url;
}

/** Resolves a host name once and checks all addresses of the host. Throws ForbiddenUrl if one of the addresses is not allowed. */
export async function resolveAllowed(name: string, { allowPrivate, resolve = systemResolve }: OutboundRules): Promise<LookupAddress[]> {
  const addresses = await resolve(name);
  // If the name has no addresses, throws the same error as dns.lookup.
  if (addresses.length === 0) throw Object.assign(new Error("no address"), { code: "ENOTFOUND" });
  for (const { address } of addresses) checkAddress(address, allowPrivate);
  return addresses;
}
