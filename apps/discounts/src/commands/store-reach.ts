import { storeAdminEnv } from "../env.js";
import { checkEndpoint } from "../stores/endpoint.js";
import { checkSecret, newSecret, sealSecret } from "../stores/secrets.js";
import { storeSettings } from "../stores/settings.js";

/** What `connection add` is given about how a store is reached. */
export interface GivenReach {
  provider?: "manual" | "http" | undefined;
  endpoint?: string | undefined;
  secret?: string | undefined;
  sandbox?: boolean | undefined;
}

/** How a connection's store is reached, held to all rules. */
export interface Reach {
  provider: "manual" | "http";
  endpoint: string | null;
  /** A secret that was made here, to be shown this once. */
  made: string | undefined;
  /** The secret as the row of this connection keeps it. */
  sealFor(connectionId: string): string | null;
}

/** Throws an Error in plain words when what is given does not go together, or the endpoint or secret is not allowed. */
export async function readReach(given: GivenReach, environment: NodeJS.ProcessEnv): Promise<Reach> {
  const { sandbox, endpoint, provider = sandbox || endpoint ? "http" : "manual" } = given;
  if (provider === "manual") {
    if (sandbox || endpoint || given.secret) throw new Error("A manual connection has no endpoint and no secret: it is never pushed to.");
    return { provider, endpoint: null, made: undefined, sealFor: () => null };
  }
  if (sandbox && endpoint) throw new Error("Give --sandbox or --endpoint, not both.");
  const env = storeAdminEnv(environment);
  const { SANDBOX_STORE_URL: sandboxUrl, SANDBOX_STORE_SECRET: sandboxSecret } = env;
  if (sandbox && !(sandboxUrl && sandboxSecret))
    throw new Error("There is no sandbox store here: npm start runs one and says where (SANDBOX_STORE_URL, SANDBOX_STORE_SECRET).");
  const url = sandbox ? sandboxUrl : endpoint;
  if (!url) throw new Error("An http connection needs --endpoint <url>, or --sandbox.");
  const settings = storeSettings(env);
  await checkEndpoint(url, settings);
  const isSandbox = sandboxUrl !== undefined && new URL(url).origin === new URL(sandboxUrl).origin;
  const known = given.secret ?? (isSandbox ? sandboxSecret : undefined);
  if (known !== undefined) checkSecret(known);
  const secret = known ?? newSecret();
  const sealFor = (connectionId: string) => sealSecret(settings.secretKey, connectionId, secret);
  return { provider, endpoint: url, made: known === undefined ? secret : undefined, sealFor };
}
