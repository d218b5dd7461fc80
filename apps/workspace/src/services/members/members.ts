import { rejectWith } from "@offergraph/service/mutations/reject-with";
import type { Role } from "@offergraph/shared/access/api-key";
import { memberAdded, memberRemoved, memberRoleChanged } from "@offergraph/shared/contracts/events/workspace";
import { isEmail } from "@offergraph/shared/schema/email";
import { insertMember, lockMembers, readMembers, updateMember } from "../../db/members.js";
import type { MemberRow } from "../../db/rows.js";
import { lockWorkspace } from "../../db/workspaces.js";
import { isLastOwner, needsOwner } from "../../domain/members.js";
import type { MutationTx, Tx } from "../../tx.js";

export interface NewMember {
  name: string;
  email: string | null;
  role: Role;
}

export async function addMember(tx: MutationTx<typeof memberAdded>, { name, email, role }: NewMember): Promise<MemberRow> {
  // Locks the workspace, because row locks do not block new members.
  await lockWorkspace(tx);
  const members = await lockMembers(tx);
  if (email !== null && !isEmail(email))
    tx.errors.add(["input", "email"], "INVALID", '`email` must be an email address, such as "ann@example.com".');
  if (email !== null && members.some((one) => one.removedAt === null && one.email?.toLowerCase() === email.toLowerCase()))
    tx.errors.add(["input", "email"], "TAKEN", "Another member has this email address.");
  checkOwner(tx, members, ["input", "role"], role);
  tx.check();
  const member = await requireMember(tx, await insertMember(tx, { name: name.trim(), email, role }));
  tx.emit(memberAdded, member.rowId, dataOf(member));
  return member;
}

export async function setRole(tx: MutationTx<typeof memberRoleChanged>, memberId: string, role: Role): Promise<MemberRow> {
  const members = await lockMembers(tx);
  const member = find(tx, members, memberId);
  if (member.role === role) return member;
  checkOwner(tx, members, ["input", "role"], role, member.role);
  if (isLastOwner(members, member.rowId))
    rejectWith(tx, ["input", "role"], "INVALID_TRANSITION", "A workspace needs an owner. Make another member an owner first.");
  tx.check();
  await updateMember(tx, member.rowId, { role });
  const changed = await requireMember(tx, member.rowId);
  tx.emit(memberRoleChanged, changed.rowId, dataOf(changed));
  return changed;
}

export async function removeMember(tx: MutationTx<typeof memberRemoved>, memberId: string): Promise<MemberRow> {
  const members = await lockMembers(tx);
  const member = find(tx, members, memberId);
  checkOwner(tx, members, ["input", "memberId"], member.role);
  if (isLastOwner(members, member.rowId))
    rejectWith(tx, ["input", "memberId"], "INVALID_TRANSITION", "A workspace needs an owner. Make another member an owner first.");
  tx.check();
  await updateMember(tx, member.rowId, { removedAt: tx.now });
  const removed = await requireMember(tx, member.rowId);
  tx.emit(memberRemoved, removed.rowId, dataOf(removed));
  return removed;
}

/** Returns the id of the workspace's first owner. The CLI creates keys for this owner by default. */
export async function firstOwner(tx: Pick<Tx, "sql" | "workspaceId">): Promise<string> {
  const owner = (await lockMembers(tx)).find(({ role, removedAt }) => role === "OWNER" && removedAt === null);
  if (!owner) throw new Error("The workspace has no owner. Pass --member, or add an owner with `member add --role owner`.");
  return owner.rowId;
}

function find(tx: MutationTx, members: readonly MemberRow[], memberId: string): MemberRow {
  const member = members.find(({ rowId, removedAt }) => rowId === memberId.toLowerCase() && removedAt === null);
  return member ?? rejectWith(tx, ["input", "memberId"], "NOT_FOUND", "This workspace has no member with this id.");
}

function checkOwner(tx: MutationTx, members: readonly MemberRow[], path: readonly string[], ...roles: Role[]): void {
  const actor = members.find(({ rowId }) => rowId === tx.actor?.memberId)?.role;
  if (needsOwner(tx.actor === null ? undefined : (actor ?? "MEMBER"), ...roles))
    tx.errors.add(path, "INVALID", "Only an owner can add, change or remove an owner.");
}

async function requireMember({ sql }: Pick<Tx, "sql">, rowId: string): Promise<MemberRow> {
  const [member] = await readMembers(sql, [rowId]);
  if (!member) throw new Error(`Invariant violated: member ${rowId} not found after a write.`);
  return member;
}

function dataOf({ workspaceId, ...member }: MemberRow) {
  return member;
}
