import { createHmac } from "node:crypto";
import { BlockList, isIPv6 } from "node:net";
import { deriveKey } from "@offergraph/shared/access/principal";
import { networkOf } from "@offergraph/shared/http/network";
import type { VisitorRequest } from "./visitor-request.js";

// Private, link-local and loopback networks. The addresses belong to proxies or internal hosts, not to visitors.
const inside = new BlockList();
for (const subnet of "10.0.0.0/8 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 ::1/128 fc00::/7 fe80::/10".split(" ")) {
  const [address = "", bits] = subnet.split("/");
  inside.addSubnet(address, Number(bits), isIPv6(address) ? "ipv6" : "ipv4");
}

/** Creates the function that hashes the network of a visitor's address. The function returns null for an address in a private network. */
export function networkHashes(signingKey: string) {
  const hash = keyedHash(signingKey);
  return (workspaceId: string, address: string): string | null => {
    const network = networkOf(address);
    // Checks the full address, because the /64 prefix does not show if an IPv6 address is loopback (::1).
    const plain = isIPv6(address) && network.includes(":") ? address.replace(/%.*$/, "") : network;
    if (inside.check(plain, isIPv6(plain) ? "ipv6" : "ipv4")) return null;
    return hash(workspaceId, network);
  };
}

/** Creates a keyed hash function. The same input has a different hash in each workspace. */
const keyedHash = (signingKey: string) => {
  const key = deriveKey(signingKey, "network");
  return (workspaceId: string, text: string) => createHmac("sha256", key).update(`${workspaceId} ${text}`).digest("base64url");
};

const maxHeader = 500;
type Browser = Pick<VisitorRequest, "userAgent" | "acceptLanguage">;

/**
 * Creates the function that hashes a visitor's network, user agent and language. Two phones of the same model and language in one network
 * have equal hashes.
 */
export function deviceHashes(signingKey: string) {
  const hash = keyedHash(signingKey);
  return (workspaceId: string, networkHash: string | null, { userAgent, acceptLanguage }: Browser): string | null => {
    if (networkHash === null) return null;
    const said = [userAgent, acceptLanguage].map((value) => (value ?? "").slice(0, maxHeader));
    return hash(workspaceId, JSON.stringify(["device", networkHash, ...said]));
  };
}

export function textHashes(signingKey: string) {
  const hash = keyedHash(signingKey);
  return (workspaceId: string, text: string): string => hash(workspaceId, JSON.stringify(["text", text]));
}
