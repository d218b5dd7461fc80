import type { Read } from "@offergraph/service/db/read";
import { effectiveLevel } from "@offergraph/shared/access/api-key";
import type { AccessLevel } from "@offergraph/shared/access/principal";
import { apiKeyRevoked } from "@offergraph/shared/contracts/events/workspace";
import { isUuid } from "@offergraph/shared/schema/formats";
import { lockAppOfMember, readAppsOfMember } from "../../db/api-keys.js";
import { readMembers } from "../../db/members.js";
import type { ApiKeyRow } from "../../db/rows.js";
import { readWorkspace } from "../../db/workspaces.js";
import { revokeAny } from "../keys/keys.js";
import { oauthAudit } from "./audit.js";
import type { OAuthDeps } from "./deps.js";
import type { Session } from "./sessions.js";

export interface OwnApp extends Pick<ApiKeyRow, "rowId" | "name" | "createdAt" | "lastUsedAt"> {
  /** The app's current level, which the member's role limits. */
  level: AccessLevel;
}

export interface OwnApps {
  memberName: string;
  workspaceName: string;
  apps: OwnApp[];
}

/** Returns all active apps of the session's member. */
export async function readOwnApps({ database, clock }: OAuthDeps, { workspaceId, memberId }: Session): Promise<OwnApps> {
  const read: Read = (statement) => database.read(workspaceId, statement);
  const [member] = await readMembers(read, [memberId]);
  const workspace = await readWorkspace(read);
  if (!member || !workspace) throw new Error(`Invariant violated: member ${memberId} or its workspace does not exist.`);
  const apps = await readAppsOfMember(read, memberId, clock.now());
  return {
    memberName: member.name,
    workspaceName: workspace.name,
    apps: apps.map(({ level, ...app }) => ({ ...app, level: effectiveLevel(level, member.role) })),
  };
}

/**
 * Ends the access of an app that the session's member has connected. Returns the app's name, even if its access has already ended, or
 * undefined for an unknown app.
 */
export async function endOwnApp({ database, log }: OAuthDeps, session: Session, appId: string): Promise<string | undefined> {
  if (!isUuid(appId)) return undefined;
  const { workspaceId, keyId, memberId } = session;
  const actor = { keyId, memberId };
  return database.transaction({ workspaceId, actor, emits: [apiKeyRevoked], audit: oauthAudit("/oauth/apps") }, async (tx) => {
    const app = await lockAppOfMember(tx, { appId, memberId });
    if (app?.revokedAt !== null) return app?.name;
    await revokeAny(tx, app.rowId);
    tx.onCommit(() => log.info({ workspaceId, actor, keyId: app.rowId, app: app.name }, "A member ended the access of an app"));
    return app.name;
  });
}
