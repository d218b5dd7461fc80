import { type PlainRow, selectColumns } from "@offergraph/service/db/plain-row";
import type { Connection } from "@offergraph/service/filters/connection";
import type { ApiKey, Member, Workspace } from "../generated/prisma/client.js";

export type WorkspaceRow = PlainRow<Workspace>;

const memberFields = [
  "rowId",
  "workspaceId",
  "createdAt",
  "updatedAt",
  "name",
  "email",
  "role",
  "removedAt",
] as const satisfies readonly (keyof Member)[];
export type MemberRow = PlainRow<Pick<Member, (typeof memberFields)[number]>>;
export type MemberPage = Connection<MemberRow>;
export const memberColumns = selectColumns("m", memberFields);

// Excludes the hash, which never leaves the database.
const apiKeyFields = [
  ...(["rowId", "workspaceId", "createdAt", "updatedAt", "name", "kind", "level", "suffix", "origins", "connectionId"] as const),
  ...(["limitPerMinute", "createdBy", "expiresAt", "lastUsedAt", "revokedAt"] as const),
] as const satisfies readonly (keyof ApiKey)[];
export type ApiKeyRow = PlainRow<Pick<ApiKey, (typeof apiKeyFields)[number]>>;
export type ApiKeyPage = Connection<ApiKeyRow>;
export const apiKeyColumns = selectColumns("k", apiKeyFields);
