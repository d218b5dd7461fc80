import type { Route } from "@offergraph/service/subgraph/routes";
import type { ServiceDeps } from "@offergraph/service/subgraph/run";
import { fieldUsageReport } from "@offergraph/shared/contracts/field-usage";
import { PublicError } from "@offergraph/shared/errors/public-error";
import { parseObject } from "@offergraph/shared/http/body";
import { addFieldUsage } from "../db/field-usage.js";
import type { WorkspaceServiceSettings } from "../env.js";
import type { Prisma } from "../generated/prisma/client.js";

/** Route by which the gateway reports which parts of the schema the keys of a workspace use. */
export function fieldUsageRoute({ database }: ServiceDeps<WorkspaceServiceSettings, Prisma.TransactionClient>): readonly Route[] {
  return [
    {
      name: "field_usage",
      method: "POST",
      path: "/field-usage",
      level: "READ",
      async answer({ principal: { workspaceId }, body }) {
        const report = fieldUsageReport.safeParse(parseObject(await body()));
        if (!report.success) throw new PublicError("BAD_REQUEST", `The report is invalid: ${report.error.issues[0]?.message}.`);
        await database.transaction({ workspaceId }, (tx) => addFieldUsage(tx, report.data));
        return { status: 204 };
      },
    },
  ];
}
