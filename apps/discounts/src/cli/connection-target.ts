import { storeAdminEnv } from "../env.js";
import { checkEndpoint } from "../services/stores/endpoint.js";
import { checkSecret, newSecret, sealSecret } from "../services/stores/secrets.js";
import { storeSettings } from "../services/stores/settings.js";

export interface ConnectionOptions {
  provider?: "manual" | "http" | undefined;
  endpoint?: string | undefined;
  secret?: string | undefined;
  sandbox?: boolean | undefined;
}

export interface ConnectionTarget {
  provider: "manual" | "http";
  endpoint: string | null;
  /** The generated secret, to be shown once; undefined if the secret was given. */
  made: string | undefined;
  /** Encrypts the secret for the row of this connection. */
  encryptFor(connectionId: string): string | null;
}

/** Throws an Error if options conflict, or if the endpoint or the secret is not allowed. */
export async function readConnectionTarget(given: ConnectionOptions, environment: NodeJS.ProcessEnv): Promise<ConnectionTarget> {
  const { sandbox, endpoint, provider = sandbox || endpoint ? "http" : "manual" } = given;
  if (provider === "manual") {
    if (sandbox || endpoint || given.secret) throw new Error("A manual connection has no endpoint and no secret.");
    return { provider, endpoint: null, made: undefined, encryptFor: () => null };
  }
  if (sandbox && endpoint) throw new Error("Use --sandbox or --endpoint, not both.");
  const env = storeAdminEnv(environment);
  const { SANDBOX_STORE_URL: sandboxUrl, SANDBOX_STORE_SECRET: sandboxSecret } = env;
  if (sandbox && !(sandboxUrl && sandboxSecret))
    throw new Error("No sandbox store is configured. npm start runs one and sets SANDBOX_STORE_URL and SANDBOX_STORE_SECRET.");
  const url = sandbox ? sandboxUrl : endpoint;
  if (!url) throw new Error("An http connection needs --endpoint <url>, or --sandbox.");
  const settings = storeSettings(env);
  await checkEndpoint(url, settings);
  const isSandbox = sandboxUrl !== undefined && new URL(url).origin === new URL(sandboxUrl).origin;
  const known = given.secret ?? (isSandbox ? sandboxSecret : undefined);
  if (known !== undefined) checkSecret(known);
  const secret = known ?? newSecret();
  const encryptFor = (connectionId: string) => sealSecret(settings.secretKey, connectionId, secret);
  return { provider, endpoint: url, made: known === undefined ? secret : undefined, encryptFor };
}
