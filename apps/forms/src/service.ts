import { createReplicaLookups } from "@offergraph/service/replicas/resolve";
import type { Service } from "@offergraph/service/subgraph/run";
import { deriveKey } from "@offergraph/shared/access/principal";
import { startBackground } from "./background.js";
import { type FormsSettings, readSettings } from "./env.js";
import { type Prisma, PrismaClient } from "./generated/prisma/client.js";
import { resolvers } from "./generated/resolvers.js";
import type { Context } from "./graphql/context.js";
import { formsRoutes } from "./http/routes.js";
import { manifest } from "./manifest/manifest.js";
import { placementSecrets } from "./services/secrets/placement-secrets.js";
import { surveysOf } from "./services/surveys/of-service.js";

/** Definition of the forms service. */
export const service: Service<FormsSettings, Context, Prisma.TransactionClient> = {
  name: "forms",
  directory: new URL("../", import.meta.url),
  manifest,
  resolvers,
  readSettings,
  createClient: (adapter) => new PrismaClient({ adapter }),
  createContext: (settings, parts) => {
    const { GATEWAY_SIGNING_KEY, PUBLIC_URL: publicUrl } = settings;
    const cursorKey = deriveKey(GATEWAY_SIGNING_KEY, "cursor");
    const referencesOf = createReplicaLookups(parts);
    const surveys = surveysOf(parts);
    const kept = { cursorKey, publicUrl, surveys, placementSecrets: placementSecrets(settings) };
    return (base) => Object.assign(base, { ...kept, references: referencesOf(base.principal.workspaceId) });
  },
  routes: formsRoutes,
  startBackground,
};
