import { hashKey, type KeyKind, newKey, type Role, suffixOf } from "@offergraph/shared/access/api-key";
import type { AccessLevel } from "@offergraph/shared/access/principal";
import { newId } from "@offergraph/shared/time/ids";
import type pg from "pg";

export interface KeyOptions {
  workspaceId: string;
  memberId: string;
  kind: KeyKind;
  level: AccessLevel;
  origins: string[];
  connectionId?: string;
  limitPerMinute?: number;
  expiresAt?: Date;
  persistedOnly?: boolean;
}

/** Inserts workspaces, members and API keys directly into the tables of apps/workspace. Needs a superuser's connection. */
export class TestKeys {
  constructor(private readonly admin: pg.Pool) {}

  async createWorkspace(name: string, isTest = false): Promise<{ workspaceId: string }> {
    const workspaceId = newId();
    await this.admin.query(
      "INSERT INTO workspaces (workspace_id, name, created_at, updated_at, is_test) VALUES ($1, $2, now(), now(), $3)",
      [workspaceId, name, isTest],
    );
    return { workspaceId };
  }

  async addMember(workspaceId: string, { name, role }: { name: string; role: Role }): Promise<{ memberId: string }> {
    const memberId = newId();
    await this.admin.query(
      "INSERT INTO members (row_id, workspace_id, name, role, created_at, updated_at) VALUES ($1, $2, $3, $4::role, now(), now())",
      [memberId, workspaceId, name, role],
    );
    return { memberId };
  }

  async setRole(workspaceId: string, memberId: string, role: Role): Promise<void> {
    await this.admin.query("UPDATE members SET role = $3::role WHERE workspace_id = $1 AND row_id = $2", [workspaceId, memberId, role]);
  }

  async removeMember(workspaceId: string, memberId: string): Promise<void> {
    await this.admin.query("UPDATE members SET removed_at = now() WHERE workspace_id = $1 AND row_id = $2", [workspaceId, memberId]);
  }

  async createKey(options: KeyOptions): Promise<{ keyId: string; key: string }> {
    const { workspaceId, memberId, kind, level, origins, connectionId = null, limitPerMinute = null, expiresAt = null } = options;
    const { persistedOnly = false } = options;
    const key = newKey(kind);
    const keyId = newId();
    await this.admin.query(
      `INSERT INTO api_keys (row_id, hash, suffix, workspace_id, created_by, name, kind, level, origins, connection_id, limit_per_minute,
                             expires_at, persisted_only, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, 'Key', $6::key_kind, $7::key_level, $8, $9, $10, $11, $12, now(), now())`,
      [
        ...[keyId, hashKey(key), suffixOf(key), workspaceId, memberId, kind, level, origins, connectionId, limitPerMinute, expiresAt],
        persistedOnly,
      ],
    );
    return { keyId, key };
  }

  async revokeKey(workspaceId: string, keyId: string): Promise<void> {
    await this.admin.query("UPDATE api_keys SET revoked_at = now() WHERE workspace_id = $1 AND row_id = $2", [workspaceId, keyId]);
  }
}
