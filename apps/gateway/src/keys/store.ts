import type { AccessLevel } from "@offergraph/shared/access/principal";
import type { Clock } from "@offergraph/shared/time/clock";
import { newId } from "@offergraph/shared/time/ids";
import type { PrismaClient } from "../generated/prisma/client.js";
import { hashKey, type KeyKind, newKey, suffixOf } from "./format.js";
import { effectiveLevel, faultsOf, type Role } from "./rules.js";

/** Error of an admin command, with a message for users. */
export class CommandError extends Error {}

export interface KeyOptions {
  workspaceId: string;
  kind: KeyKind;
  level: AccessLevel;
  /** Creator of the key; default: the workspace's first owner. */
  memberId?: string | undefined;
  origins: string[];
  connectionId?: string | undefined;
  limitPerMinute?: number | undefined;
}

/** Workspaces, members and keys for the admin commands. All methods throw CommandError for missing records and violated rules. */
export function keyStore(prisma: PrismaClient, clock: Clock) {
  const now = () => clock.now();
  const requireWorkspace = async (id: string) => {
    const workspace = await prisma.workspace.findUnique({ where: { id } });
    if (!workspace) throw new CommandError(`There is no workspace ${id}.`);
    return workspace;
  };
  const requireMember = async (workspaceId: string, id: string) => {
    const member = await prisma.member.findFirst({ where: { workspaceId, id } });
    if (!member) throw new CommandError(`There is no member ${id} in the workspace ${workspaceId}.`);
    if (member.removedAt) throw new CommandError(`The member ${id} was removed at ${member.removedAt.toISOString()}.`);
    return member;
  };
  const creatorOf = async ({ workspaceId, memberId }: KeyOptions) => {
    if (memberId !== undefined) return requireMember(workspaceId, memberId);
    const where = { workspaceId, role: "OWNER", removedAt: null } as const;
    const owner = await prisma.member.findFirst({ where, orderBy: { createdAt: "asc" } });
    if (!owner) throw new CommandError("The workspace has no owner. Set --member, or add an owner: member add --role owner.");
    return owner;
  };

  return {
    async createWorkspace(name: string): Promise<{ workspaceId: string }> {
      const { id } = await prisma.workspace.create({ data: { id: newId(), name, createdAt: now() } });
      return { workspaceId: id };
    },
    async getWorkspace(workspaceId: string): Promise<{ name: string }> {
      const { name } = await requireWorkspace(workspaceId);
      return { name };
    },
    async addMember(workspaceId: string, member: { name: string; email?: string | undefined; role: Role }): Promise<{ memberId: string }> {
      await requireWorkspace(workspaceId);
      const { name, email = null, role } = member;
      const { id } = await prisma.member.create({ data: { id: newId(), workspaceId, name, email, role, createdAt: now() } });
      return { memberId: id };
    },
    async setRole(workspaceId: string, memberId: string, role: Role): Promise<void> {
      await requireMember(workspaceId, memberId);
      await prisma.member.update({ where: { id: memberId }, data: { role } });
    },
    async removeMember(workspaceId: string, memberId: string): Promise<void> {
      await requireMember(workspaceId, memberId);
      await prisma.member.update({ where: { id: memberId }, data: { removedAt: now() } });
    },
    /** Returns the key's text, which is not stored. */
    async createKey(options: KeyOptions): Promise<{ keyId: string; key: string }> {
      const { workspaceId, kind, level, origins, connectionId, limitPerMinute } = options;
      await requireWorkspace(workspaceId);
      const creator = await creatorOf(options);
      const faults = faultsOf({ kind, level, origins, connectionId }, creator.role);
      if (faults.length > 0) throw new CommandError(faults.join("\n"));
      const key = newKey(kind);
      const { id } = await prisma.key.create({
        data: {
          id: newId(),
          hash: hashKey(key),
          suffix: suffixOf(key),
          workspaceId,
          createdBy: creator.id,
          kind,
          level,
          origins,
          connectionId: connectionId ?? null,
          limitPerMinute: limitPerMinute ?? null,
          createdAt: now(),
        },
      });
      return { keyId: id, key };
    },
    async listKeys(workspaceId: string) {
      await requireWorkspace(workspaceId);
      const keys = await prisma.key.findMany({ where: { workspaceId }, include: { creator: true }, orderBy: { id: "asc" } });
      return keys.map(({ id, suffix, kind, level, origins, connectionId, limitPerMinute, createdAt, revokedAt, creator }) => ({
        keyId: id,
        kind,
        level,
        effectiveLevel: effectiveLevel(level, creator.role),
        endsWith: suffix,
        origins,
        connectionId,
        limitPerMinute,
        memberId: creator.id,
        memberName: creator.name,
        isMember: creator.removedAt === null,
        createdAt,
        revokedAt,
      }));
    },
    async revokeKey(workspaceId: string, keyId: string): Promise<void> {
      const key = await prisma.key.findFirst({ where: { workspaceId, id: keyId } });
      if (!key) throw new CommandError(`There is no key ${keyId} in the workspace ${workspaceId}.`);
      if (key.revokedAt) throw new CommandError(`The key ${keyId} was already revoked at ${key.revokedAt.toISOString()}.`);
      await prisma.key.update({ where: { id: keyId }, data: { revokedAt: now() } });
    },
  };
}

export type KeyStore = ReturnType<typeof keyStore>;
