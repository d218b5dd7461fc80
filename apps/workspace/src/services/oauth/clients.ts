import { deriveKey, signed } from "@offergraph/shared/access/principal";
import { PublicError } from "@offergraph/shared/errors/public-error";
import { type Client, readClient } from "../../domain/oauth/client.js";
import { OAuthError } from "../../domain/oauth/oauth-error.js";
import type { OAuthDeps } from "./deps.js";

type ClientDeps = Pick<OAuthDeps, "settings" | "clock">;

const validMs = 5 * 365 * 86_400_000;

const signer = ({ settings }: ClientDeps) => signed<Client>(deriveKey(settings.GATEWAY_SIGNING_KEY, "oauth-client"));

/**
 * Registers a client. The client's id contains the client's signed metadata (RFC 7591 appendix A.5.2). Registrations need no storage,
 * because anybody can register a client.
 */
export function registerClient(deps: ClientDeps, metadata: Readonly<Record<string, unknown>>): { client: Client; clientId: string } {
  const client = readClient(metadata, deps.settings.PUBLIC_URL);
  const { encode, seal } = signer(deps);
  return { client, clientId: seal(encode(client, deps.clock.now().getTime(), validMs), []) };
}

/** Returns the client with this id. Throws OAuthError if this server has not issued the id. */
export function requireClient(deps: ClientDeps, clientId: string | undefined): Client {
  try {
    return signer(deps).open(clientId, deps.clock.now().getTime(), []);
  } catch (error) {
    if (!(error instanceof PublicError)) throw error;
    throw new OAuthError("invalid_client", "The client_id is unknown. Register the app again.");
  }
}
