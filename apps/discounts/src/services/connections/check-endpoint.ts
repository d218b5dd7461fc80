import { BadUserInput } from "@offergraph/shared/errors/public-error";
import type { Violations } from "@offergraph/shared/errors/user-error";
import type { StoreSettings } from "../../env.js";
import { checkEndpoint } from "../stores/endpoint.js";

/**
 * Returns the reason why an endpoint is not allowed, or undefined. Do not call this function in a transaction, because the host name is
 * resolved over the network.
 */
export async function problemOfEndpoint(
  endpoint: string | null | undefined,
  { allowPrivate }: Pick<StoreSettings, "allowPrivate">,
): Promise<string | undefined> {
  if (endpoint == null) return undefined;
  try {
    await checkEndpoint(endpoint, { allowPrivate });
    return undefined;
  } catch (error) {
    if (error instanceof BadUserInput) return error.message;
    throw error;
  }
}

/** Adds an error if the endpoint is not allowed or does not fit the provider. `problem` is undefined if the endpoint is allowed. */
export function checkGivenEndpoint(
  provider: "http" | "manual",
  endpoint: string | null,
  problem: string | undefined,
  errors: Violations,
): void {
  const path = ["input", "endpoint"];
  if (errors.has(path)) return;
  if (provider === "manual" && endpoint !== null)
    errors.add(path, "INVALID", "A connection with the provider `manual` cannot have an endpoint. Omit `endpoint`.");
  if (provider === "http" && endpoint === null)
    errors.add(path, "REQUIRED", "A connection with the provider `http` requires an endpoint. Set `endpoint` to the store's URL.");
  if (provider === "http" && problem !== undefined) errors.add(path, "INVALID", problem);
}
