import { promises as dns, type LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { isAllowedAddress } from "./addresses.js";
import { StoreError } from "./store.js";

/** All addresses of a name; rejects when it has none. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

export interface OutboundRules {
  allowPrivate: boolean;
  resolve?: Resolve;
}

const systemResolve: Resolve = (name) => dns.lookup(name, { all: true });
const longestEndpoint = 2048;

const refused = (what: string) => new StoreError(`The store's endpoint ${what}.`, true);

/** The host of a URL as sockets take it: an IPv6 address without its brackets. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

/** Throws StoreError when this IP address is none that a store may have. */
export function checkAddress(address: string, allowPrivate: boolean): void {
  if (isAllowedAddress(address, allowPrivate)) return;
  throw refused(`resolves to an address that is ${allowPrivate ? "neither public nor private" : "not public"}`);
}

/** The URL of an endpoint, held to all rules that need no name resolved; throws StoreError. */
export function readEndpoint(text: string, allowPrivate: boolean): URL {
  const url = text.length <= longestEndpoint && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw refused(`is no URL of at most ${longestEndpoint} characters`);
  if (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:"))
    throw refused(`has to begin with https://${allowPrivate ? " or http://" : ""}`);
  if (url.username !== "" || url.password !== "") throw refused("must not have a user name or password in it");
  const host = hostOf(url);
  if (isIP(host) !== 0) checkAddress(host, allowPrivate);
  if (!allowPrivate && /(^|\.)localhost\.?$/.test(host)) throw refused("is on this machine; it has to be public");
  return url;
}

/** The addresses of a name, resolved once and all of them checked: one bad one spoils the name. */
export async function resolveAllowed(name: string, { allowPrivate, resolve = systemResolve }: OutboundRules): Promise<LookupAddress[]> {
  const addresses = await resolve(name);
  // As the system says it of a name without any.
  if (addresses.length === 0) throw Object.assign(new Error("no address"), { code: "ENODATA" });
  for (const { address } of addresses) checkAddress(address, allowPrivate);
  return addresses;
}

/** Holds the endpoint of a connection that is to be added to all rules, its name resolved; throws BadUserInput. */
export async function checkEndpoint(text: string, rules: OutboundRules): Promise<void> {
  try {
    const host = hostOf(readEndpoint(text, rules.allowPrivate));
    if (isIP(host) === 0) await resolveAllowed(host, rules);
  } catch (error) {
    if (error instanceof StoreError) throw new BadUserInput("endpoint", error.message);
    throw new BadUserInput("endpoint", "The name in the store's endpoint cannot be resolved.");
  }
}
