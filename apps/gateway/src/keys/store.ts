import type { Clock } from "@offergraph/shared/time/clock";
import { newId } from "@offergraph/shared/time/ids";
import type { Key, PrismaClient } from "../generated/prisma/client.js";
import { hashKey, newKey, suffixOf } from "./format.js";
import { effectiveLevel, type NewKey, newKeyIssues, type Role } from "./verify-key.js";

export class CommandError extends Error {}

export interface KeyOptions extends NewKey, Pick<Key, "workspaceId"> {
  /** Creator of the key. Defaults to the workspace's first owner. */
  memberId?: string | undefined;
  limitPerMinute?: number | undefined;
}

/** Workspaces, members and keys for the admin commands. All methods throw CommandError for missing records and violated rules. */
export class KeyStore {
  readonly #prisma: PrismaClient;
  readonly #clock: Clock;

  constructor(prisma: PrismaClient, clock: Clock) {
    this.#prisma = prisma;
    this.#clock = clock;
  }

  async createWorkspace(name: string): Promise<{ workspaceId: string }> {
    const { id } = await this.#prisma.workspace.create({ data: { id: newId(), name, createdAt: this.#clock.now() } });
    return { workspaceId: id };
  }

  async getWorkspace(workspaceId: string): Promise<{ name: string }> {
    const { name } = await this.#requireWorkspace(workspaceId);
    return { name };
  }

  async addMember(workspaceId: string, member: { name: string; email?: string | undefined; role: Role }): Promise<{ memberId: string }> {
    await this.#requireWorkspace(workspaceId);
    const { name, email = null, role } = member;
    const { id } = await this.#prisma.member.create({
      data: { id: newId(), workspaceId, name, email, role, createdAt: this.#clock.now() },
    });
    return { memberId: id };
  }

  async setRole(workspaceId: string, memberId: string, role: Role): Promise<void> {
    await this.#requireMember(workspaceId, memberId);
    await this.#prisma.member.update({ where: { id: memberId }, data: { role } });
  }

  async removeMember(workspaceId: string, memberId: string): Promise<void> {
    await this.#requireMember(workspaceId, memberId);
    await this.#prisma.member.update({ where: { id: memberId }, data: { removedAt: this.#clock.now() } });
  }

  async createKey(options: KeyOptions): Promise<{ keyId: string; key: string }> {
    const { workspaceId, kind, level, origins, connectionId = null, limitPerMinute = null } = options;
    await this.#requireWorkspace(workspaceId);
    const creator = await this.#creatorOf(options);
    const issues = newKeyIssues(options, creator.role);
    if (issues.length > 0) throw new CommandError(issues.join("\n"));
    const key = newKey(kind);
    const { id } = await this.#prisma.key.create({
      data: {
        id: newId(),
        hash: hashKey(key),
        suffix: suffixOf(key),
        workspaceId,
        createdBy: creator.id,
        kind,
        level,
        origins,
        connectionId,
        limitPerMinute,
        createdAt: this.#clock.now(),
      },
    });
    return { keyId: id, key };
  }

  async listKeys(workspaceId: string) {
    await this.#requireWorkspace(workspaceId);
    const keys = await this.#prisma.key.findMany({ where: { workspaceId }, include: { creator: true }, orderBy: { id: "asc" } });
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
  }

  async revokeKey(workspaceId: string, keyId: string): Promise<void> {
    const key = await this.#prisma.key.findFirst({ where: { workspaceId, id: keyId } });
    if (!key) throw new CommandError(`There is no key ${keyId} in the workspace ${workspaceId}.`);
    if (key.revokedAt) throw new CommandError(`The key ${keyId} was already revoked at ${key.revokedAt.toISOString()}.`);
    await this.#prisma.key.update({ where: { id: keyId }, data: { revokedAt: this.#clock.now() } });
  }

  async #requireWorkspace(id: string) {
    const workspace = await this.#prisma.workspace.findUnique({ where: { id } });
    if (!workspace) throw new CommandError(`There is no workspace ${id}.`);
    return workspace;
  }

  async #requireMember(workspaceId: string, id: string) {
    const member = await this.#prisma.member.findFirst({ where: { workspaceId, id } });
    if (!member) throw new CommandError(`There is no member ${id} in the workspace ${workspaceId}.`);
    if (member.removedAt) throw new CommandError(`The member ${id} was removed at ${member.removedAt.toISOString()}.`);
    return member;
  }

  async #creatorOf({ workspaceId, memberId }: KeyOptions) {
    if (memberId !== undefined) return this.#requireMember(workspaceId, memberId);
    const where = { workspaceId, role: "OWNER", removedAt: null } as const;
    const owner = await this.#prisma.member.findFirst({ where, orderBy: { createdAt: "asc" } });
    if (!owner) throw new CommandError("The workspace has no owner. Pass --member, or add an owner with `member add --role owner`.");
    return owner;
  }
}
