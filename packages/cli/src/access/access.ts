import { CommandError } from "../errors.js";
import { readConfig } from "./config.js";

/** The base URL and the API key of a command. */
export interface Access {
  url: string;
  key: string;
  /** Name of the profile, or undefined for a key from OFFERGRAPH_KEY. */
  profile: string | undefined;
}

export const defaultUrl = "http://localhost:4000";

/** Reads the profile `named`. By default, reads OFFERGRAPH_KEY or else the current profile. OFFERGRAPH_URL replaces a profile's URL. */
export async function readAccess(environment: Readonly<Record<string, string | undefined>>, named?: string): Promise<Access> {
  const { OFFERGRAPH_KEY: key, OFFERGRAPH_URL: url, OFFERGRAPH_PROFILE } = environment;
  if (key && named === undefined) return { key, url: readUrl(url || defaultUrl), profile: undefined };
  const { current, profiles } = await readConfig(environment);
  const name = named ?? (OFFERGRAPH_PROFILE || current);
  if (name === null) throw new CommandError("You are not logged in. Run: offergraph login  (or set OFFERGRAPH_KEY and OFFERGRAPH_URL)", 2);
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (!profile) throw new CommandError(`There is no profile "${name}". Run: offergraph login --profile ${name}`, 2);
  return { key: profile.key, url: readUrl(url || profile.url), profile: name };
}

export function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new CommandError(`"${text}" is not a URL. Example: https://offergraph.example.com`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}
