import { type GrantView, hasOpenGrant } from "../../domain/grant-view.js";
import type { StatusTokens } from "./token.js";

interface Subject {
  rowId: string;
  workspaceId: string;
  visitorId: string;
}

/** Returns true for an erased response (data/erase-customer.ts sets visitorId to rowId). It has no status page. */
export const isErased = ({ rowId, visitorId }: Pick<Subject, "rowId" | "visitorId">): boolean => visitorId.toLowerCase() === rowId;

/** Returns the URL of a response's status page while a grant is open, else undefined. */
export function statusUrlOf(
  { publicUrl, statusTokens }: { publicUrl: string; statusTokens: StatusTokens },
  response: Subject,
  grants: readonly GrantView[],
): string | undefined {
  if (!hasOpenGrant(grants) || isErased(response)) return undefined;
  const { workspaceId, rowId: responseId, visitorId } = response;
  return `${publicUrl}/g/${statusTokens.make({ workspaceId, responseId, visitorId })}`;
}
