import type { Read } from "@offergraph/service/db/read";
import { rowsById, sql } from "@offergraph/service/db/statement";
import { type ListArguments, type ListContext, readList } from "@offergraph/service/filters/list";
import { newId } from "@offergraph/shared/time/ids";
import type { Member } from "../generated/prisma/client.js";
import type { Tx } from "../tx.js";
import { type MemberRow, memberColumns } from "./rows.js";

const rowId = { sql: sql`m.row_id`, kind: "uuid", nullable: false } as const;
const name = { sql: sql`m.name`, kind: "text", nullable: false } as const;
const createdAt = { sql: sql`m.created_at`, kind: "datetime", nullable: false } as const;
const updatedAt = { sql: sql`m.updated_at`, kind: "datetime", nullable: false } as const;
const email = { sql: sql`m.email`, kind: "text", nullable: true } as const;

const roles = ["OWNER", "ADMIN", "MEMBER"] as const satisfies readonly Member["role"][];
const role = {
  sql: sql`(array_position(${roles}::text[], m.role::text) - 1)::smallint`,
  kind: "enum",
  values: roles,
  nullable: false,
} as const;

export function readMemberPage(context: ListContext, given: ListArguments) {
  return readList<MemberRow>(context, given, {
    operation: "list_members",
    select: memberColumns,
    from: sql`members m`,
    shape: {
      rowId: { column: rowId },
      name: { column: name },
      email: { column: email },
      role: { column: role },
      createdAt: { column: createdAt },
      updatedAt: { column: updatedAt },
      isRemoved: { exists: sql`m.removed_at IS NOT NULL` },
    },
    order: { keys: { CREATED_AT: createdAt, NAME: name, UPDATED_AT: updatedAt }, primaryKey: rowId },
  });
}

export function readMembers(read: Read, ids: readonly string[]): Promise<MemberRow[]> {
  return read<MemberRow>(sql`SELECT ${memberColumns} FROM ${rowsById("members", ids)} m`);
}

/** Locks all members, because concurrent changes could remove the last owner. */
export function lockMembers({ sql: run }: Pick<Tx, "sql">): Promise<MemberRow[]> {
  return run<MemberRow>(sql`SELECT ${memberColumns} FROM members m ORDER BY m.created_at, m.row_id FOR UPDATE`);
}

export async function insertMember({ prisma, workspaceId, now }: Tx, member: Pick<Member, "name" | "email" | "role">): Promise<string> {
  const id = newId();
  await prisma.member.create({ data: { ...member, rowId: id, workspaceId, createdAt: now, updatedAt: now } });
  return id;
}

export async function updateMember(
  { prisma, workspaceId, now }: Tx,
  id: string,
  changes: Partial<Pick<Member, "role" | "removedAt">>,
): Promise<void> {
  await prisma.member.update({ where: { workspaceId_rowId: { workspaceId, rowId: id } }, data: { ...changes, updatedAt: now } });
}
