import type { Route } from "@offergraph/service/subgraph/routes";
import type { ServiceDeps } from "@offergraph/service/subgraph/run";
import { recordUse } from "../db/api-keys.js";
import type { WorkspaceServiceSettings } from "../env.js";
import type { Prisma } from "../generated/prisma/client.js";

/** Route for reports that an API key is in use. The gateway reports each used key about once a minute. */
export function keyUsageRoute({ database, clock }: ServiceDeps<WorkspaceServiceSettings, Prisma.TransactionClient>): readonly Route[] {
  return [
    {
      name: "key_usage",
      method: "POST",
      path: "/key-usage",
      level: "READ",
      async answer({ principal: { workspaceId, keyId } }) {
        const now = clock.now();
        await recordUse(database.autocommit({ workspaceId, now }), keyId, now);
        return { status: 204 };
      },
    },
  ];
}
