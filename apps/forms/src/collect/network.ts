import { createHmac } from "node:crypto";
import { BlockList, isIPv6 } from "node:net";
import { deriveKey } from "@offergraph/shared/access/principal";

// Behind these stands nobody in particular: a proxy, everyone in the house.
const inside = new BlockList();
for (const [net, bits] of [
  ["10.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  inside.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  inside.addSubnet(net, bits, "ipv6");

/** Makes what stands for a visitor's network in the database: a keyed hash, another one in each workspace. Null where it says nothing. */
export function networkHashes(signingKey: string) {
  const key = deriveKey(signingKey, "network");
  return (workspaceId: string, address: string): string | null => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
    const isLong = isIPv6(plain);
    if (inside.check(plain, isLong ? "ipv6" : "ipv4")) return null;
    // Who has one IPv6 address has the 64 bits below it.
    const network = isLong ? firstHalf(plain) : plain;
    return createHmac("sha256", key).update(`${workspaceId} ${network}`).digest("base64url");
  };
}

/** The first 64 of 128 bits, in one spelling. */
function firstHalf(address: string): string {
  const [head = "", tail = ""] = new URL(`http://[${address.split("%")[0]}]`).hostname.slice(1, -1).split("::");
  const [before, after] = [head, tail].map((part) => part.split(":").filter(Boolean));
  const missing = 8 - (before?.length ?? 0) - (after?.length ?? 0);
  return [...(before ?? []), ...Array.from({ length: missing }, () => "0"), ...(after ?? [])].slice(0, 4).join(":");
}
