import type { Read } from "@offergraph/service/db/read";
import { hasCompleted } from "../../db/responses.js";
import { Refusal } from "../../domain/refusal.js";

interface Who {
  formId: string | null;
  visitorId: string | undefined;
  /** The current response, which is not counted. */
  rowId?: string;
}

/** Throws if the visitor has already completed a form that accepts one response per visitor. */
export async function refuseRepeat(read: Read, { enableRepeat }: { enableRepeat: boolean }, who: Who): Promise<void> {
  const { formId, visitorId, rowId = null } = who;
  if (enableRepeat || formId === null || visitorId === undefined) return;
  if (await hasCompleted(read, { formId, visitorId, rowId })) throw new Refusal("ALREADY_ANSWERED");
}
