import { promises as dns, type LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { isAllowedAddress } from "./addresses.js";
import { StoreError } from "./store.js";

export type Resolve = (name: string) => Promise<LookupAddress[]>;

export interface OutboundRules {
  allowPrivate: boolean;
  resolve?: Resolve;
}

const systemResolve: Resolve = (name) => dns.lookup(name, { all: true });
const longestEndpoint = 2048;

const refused = (what: string) => new StoreError(`The store's endpoint ${what}.`, true);

/** Returns the host without the brackets of IPv6 addresses. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

export function checkAddress(address: string, allowPrivate: boolean): void {
  if (isAllowedAddress(address, allowPrivate)) return;
  throw refused(`resolves to a forbidden address; only ${allowPrivate ? "public and private" : "public"} addresses are allowed`);
}

/** Parses an endpoint and applies all rules that need no name resolution. Throws StoreError. */
export function readEndpoint(text: string, allowPrivate: boolean): URL {
  const url = text.length <= longestEndpoint && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw refused(`must be a URL of at most ${longestEndpoint} characters`);
  if (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:"))
    throw refused(`must begin with https://${allowPrivate ? " or http://" : ""}`);
  if (url.username !== "" || url.password !== "") throw refused("must not contain a user name or password");
  const host = hostOf(url);
  if (isIP(host) !== 0) checkAddress(host, allowPrivate);
  if (!allowPrivate && /(^|\.)localhost\.?$/.test(host)) throw refused("must not be on this machine");
  return url;
}

/** Resolves a name once and checks all its addresses. Throws StoreError if one is not allowed. */
export async function resolveAllowed(name: string, { allowPrivate, resolve = systemResolve }: OutboundRules): Promise<LookupAddress[]> {
  const addresses = await resolve(name);
  // Same code as dns.lookup for a name without addresses.
  if (addresses.length === 0) throw Object.assign(new Error("no address"), { code: "ENODATA" });
  for (const { address } of addresses) checkAddress(address, allowPrivate);
  return addresses;
}

/** Validates the endpoint of a new connection, including its addresses. Throws BadUserInput. */
export async function checkEndpoint(text: string, rules: OutboundRules): Promise<void> {
  try {
    const host = hostOf(readEndpoint(text, rules.allowPrivate));
    if (isIP(host) === 0) await resolveAllowed(host, rules);
  } catch (error) {
    if (error instanceof StoreError) throw new BadUserInput("endpoint", error.message);
    throw new BadUserInput("endpoint", "The hostname of the store's endpoint cannot be resolved.");
  }
}
