import { workspaceCreated, workspaceUpdated } from "@offergraph/shared/contracts/events/workspace";
import type { WorkspaceRow } from "../../db/rows.js";
import { insertWorkspace, lockWorkspace, readWorkspace, updateWorkspace } from "../../db/workspaces.js";
import type { Settings } from "../../domain/settings.js";
import type { Tx } from "../../tx.js";

/** Creates the workspace whose id is `tx.workspaceId`. */
export async function createWorkspace(tx: Tx<typeof workspaceCreated>, workspace: { name: string; isTest: boolean }): Promise<void> {
  await insertWorkspace(tx, workspace);
  tx.emit(workspaceCreated, tx.workspaceId, await requireWorkspace(tx));
}

/** Changes settings and emits an event if a setting has a new value. */
export async function changeSettings(tx: Tx<typeof workspaceUpdated>, settings: Partial<Settings>): Promise<WorkspaceRow> {
  const before = await lockWorkspace(tx);
  if (!before) throw unknownWorkspace(tx.workspaceId);
  const changed = (Object.keys(settings) as (keyof Settings)[]).filter((name) => settings[name] !== before[name]);
  if (changed.length === 0) return before;
  await updateWorkspace(tx, settings);
  const workspace = await requireWorkspace(tx);
  tx.emit(workspaceUpdated, tx.workspaceId, { ...workspace, changed: [...changed, "updatedAt"] });
  return workspace;
}

export async function requireWorkspace({ sql, workspaceId }: Pick<Tx, "sql" | "workspaceId">): Promise<WorkspaceRow> {
  const workspace = await readWorkspace(sql);
  if (!workspace) throw unknownWorkspace(workspaceId);
  return workspace;
}

const unknownWorkspace = (workspaceId: string) => new Error(`There is no workspace ${workspaceId}.`);
