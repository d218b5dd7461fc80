import { OAuthError } from "../../domain/oauth/oauth-error.js";

export type Parameters = Readonly<Record<string, string | undefined>>;

/** Returns the parameters of a query or of a form. Throws OAuthError if a parameter occurs twice (RFC 6749 3.1). */
export function parametersOf(given: URLSearchParams): Parameters {
  const parameters: Record<string, string> = Object.create(null);
  for (const [name, value] of given) {
    if (name in parameters) throw new OAuthError("invalid_request", `The parameter ${shorten(name)} occurs more than once.`);
    // Treats a parameter without a value as omitted.
    if (value !== "") parameters[name] = value;
  }
  return parameters;
}

const shorten = (name: string) => name.replace(/[^\w.-]/g, "").slice(0, 40);
