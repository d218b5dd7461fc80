import type { Trigger } from "./trigger.js";

/** Returns true if the page's URL matches, as a full URL or from the path on, percent-encoded or decoded. */
export function isAddressed(matches: NonNullable<Trigger["matches"]>): boolean {
  const { href, origin } = location;
  const path = href.slice(origin.length);
  const written = [href, path, ...(path === "/" ? [origin] : [])];
  const addresses = [...written, ...written.map(unescaped)];
  return matches.some(({ op, value }) => addresses.some((address) => compare[op](address, value)));
}

const compare = {
  CONTAINS: (address: string, value: string) => address.includes(value),
  EXACT: (address: string, value: string) => address === value,
  STARTS_WITH: (address: string, value: string) => address.startsWith(value),
};

function unescaped(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
