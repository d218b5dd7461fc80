import { selectColumns } from "@offergraph/service/db/plain-row";
import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { Settings } from "../domain/settings.js";
import type { Workspace } from "../generated/prisma/client.js";
import type { Tx } from "../tx.js";
import type { WorkspaceRow } from "./rows.js";

const columns = selectColumns("w", [
  ...(["workspaceId", "name", "createdAt", "updatedAt", "isTest", "timeZone", "reportingCurrency"] as const),
  ...(["defaultTrustFloor", "responseRetentionDays"] as const),
] satisfies (keyof Workspace)[]);

/** Row-level security hides other workspaces. */
export async function readWorkspace(read: Read): Promise<WorkspaceRow | undefined> {
  const [workspace] = await read<WorkspaceRow>(sql`SELECT ${columns} FROM workspaces w`);
  return workspace;
}

export async function lockWorkspace({ sql: run }: Pick<Tx, "sql">): Promise<WorkspaceRow | undefined> {
  const [workspace] = await run<WorkspaceRow>(sql`SELECT ${columns} FROM workspaces w FOR UPDATE`);
  return workspace;
}

export async function insertWorkspace({ prisma, workspaceId, now }: Tx, workspace: Pick<Workspace, "name" | "isTest">): Promise<void> {
  await prisma.workspace.create({ data: { ...workspace, workspaceId, createdAt: now, updatedAt: now } });
}

export async function updateWorkspace({ prisma, workspaceId, now }: Tx, settings: Partial<Settings>): Promise<void> {
  await prisma.workspace.update({ where: { workspaceId }, data: { ...settings, updatedAt: now } });
}
