import { isIPv4, isIPv6, SocketAddress } from "node:net";

// IPv6 ranges whose addresses contain an IPv4 address: IPv4-mapped, NAT64 (RFC 6052), 6to4 (RFC 3056). The IPv4 address starts at the
// 16-bit group `group`.
const embedded: readonly { start: readonly number[]; group: number }[] = [
  { start: [0, 0, 0, 0, 0, 0xffff], group: 6 },
  { start: [0x64, 0xff9b, 0, 0, 0, 0], group: 6 },
  { start: [0x2002], group: 1 },
];

/** Returns the network that one client controls: its IPv4 address, or the /64 prefix of its IPv6 address. Returns other text unchanged. */
export function networkOf(address: string): string {
  const bare = address.replace(/%.*$/, "");
  if (isIPv4(bare) || !isIPv6(bare)) return bare;
  const groups = groupsOf(bare);
  const form = embedded.find(({ start }) => start.every((group, index) => groups[index] === group));
  if (form) return ipv4Of(groups[form.group] ?? 0, groups[form.group + 1] ?? 0);
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `${new SocketAddress({ address: `${prefix.join(":")}::`, family: "ipv6" }).address}/64`;
}

function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const [before, after] = [numbersOf(head), numbersOf(tail ?? "")];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function numbersOf(text: string): number[] {
  return text
    .split(":")
    .filter((part) => part !== "")
    .flatMap((part) => {
      if (!isIPv4(part)) return [Number.parseInt(part, 16)];
      const [a = 0, b = 0, c = 0, d = 0] = part.split(".").map(Number);
      return [a * 256 + b, c * 256 + d];
    });
}

const ipv4Of = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join(".");
