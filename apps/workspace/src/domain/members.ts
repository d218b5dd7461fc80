import type { Role } from "@offergraph/shared/access/api-key";

export interface Membership {
  rowId: string;
  role: Role;
  removedAt: string | null;
}

/** True if the change requires the role OWNER, but the member has another role. The CLI has no member and may change owners. */
export function needsOwner(actor: Role | undefined, ...roles: readonly Role[]): boolean {
  return actor !== undefined && actor !== "OWNER" && roles.includes("OWNER");
}

/** True if this member is the workspace's only owner. */
export function isLastOwner(members: readonly Membership[], memberId: string): boolean {
  const owners = members.filter(({ role, removedAt }) => role === "OWNER" && removedAt === null);
  return owners.length === 1 && owners[0]?.rowId === memberId;
}
