import { OAuthError } from "./oauth-error.js";
import { isRedirectUri } from "./redirect-uri.js";

/** An app that registered itself. Nobody has verified the app's name. */
export interface Client {
  name: string;
  redirectUris: string[];
}

const max = { name: 80, uris: 8, uriCharacters: 1_500 };
const unseen = /\p{C}/u;
// Matches five combining marks in a row. Many marks would cover the text around the name on the consent page.
const stacked = /\p{M}{5}/u;
const invalidUri = [
  "A redirect URI must be an https URL, or an http URL of localhost, 127.0.0.1 or [::1].",
  "The URI must contain only printable ASCII characters, and no user name, password or fragment. The URI must not belong to this server.",
].join(" ");

/**
 * Returns the client of a registration request (RFC 7591 2). Ignores metadata that this server does not use. `publicUrl` is this server's
 * URL. Throws OAuthError.
 */
export function readClient(metadata: Readonly<Record<string, unknown>>, publicUrl: string): Client {
  const { redirect_uris: uris, client_name: given } = metadata;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > max.uris)
    throw new OAuthError("invalid_redirect_uri", `redirect_uris must be a list of 1-${max.uris} URIs.`);
  if (!uris.every((uri): uri is string => typeof uri === "string" && isRedirectUri(uri, publicUrl)))
    throw new OAuthError("invalid_redirect_uri", invalidUri);
  if (uris.join("").length > max.uriCharacters)
    throw new OAuthError("invalid_redirect_uri", `All redirect URIs together may have at most ${max.uriCharacters} characters.`);
  for (const [name, needed] of [["grant_types", "authorization_code"] as const, ["response_types", "code"] as const]) {
    const list = metadata[name];
    if (list !== undefined && !(Array.isArray(list) && list.includes(needed)))
      throw new OAuthError("invalid_client_metadata", `${name} must contain ${needed}.`);
  }
  return { name: readName(given, new URL(uris[0] ?? "").host), redirectUris: uris };
}

function readName(given: unknown, fallback: string): string {
  if (given === undefined || given === null) return fallback.slice(0, max.name);
  const name = typeof given === "string" ? given.trim() : "";
  if (name === "" || name.length > max.name || unseen.test(name))
    throw new OAuthError("invalid_client_metadata", `client_name must have 1-${max.name} visible characters.`);
  if (stacked.test(name)) throw new OAuthError("invalid_client_metadata", "client_name must have at most 4 combining marks in a row.");
  return name;
}
