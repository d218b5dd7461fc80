import { v5, v7 } from "uuid";

/** A new record id: UUID version 7 (RFC 9562), so that ids sort by when they were made. */
export function newId(): string {
  return v7();
}

/** The id that a workspace's record of this name has always had: UUID version 5, so that services agree on it without asking. */
export function idOfName(workspaceId: string, name: string): string {
  return v5(name, workspaceId);
}
