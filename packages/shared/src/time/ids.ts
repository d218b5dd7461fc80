import { v5, v7 } from "uuid";

/** Creates a record id: UUIDv7 (RFC 9562), which sorts by creation time. */
export function newId(): string {
  return v7();
}

/** The nil UUID (RFC 9562), which sorts before the id of every record. */
export const nilId = "00000000-0000-0000-0000-000000000000";

/** Derives a record's id from its name (UUIDv5 in the workspace's namespace), so that all services compute the same id. */
export function idOfName(workspaceId: string, name: string): string {
  return v5(name, workspaceId);
}
