import type { Read } from "@offergraph/shared/database/read";
import { HttpError } from "@offergraph/shared/errors/http-error";
import { hasCompleted } from "../data/collected.js";

export const alreadyAnswered = () =>
  new HttpError(
    409,
    "ALREADY_ANSWERED",
    "This visitor has completed the form, which takes one response from each (enable_repeat is false).",
  );

interface Who {
  formId: string | null;
  visitorId: string | undefined;
  /** The response that is under way: it does not count. */
  rowId?: string;
}

/** Throws when a visitor has completed a form that takes one response from each. */
export async function refuseRepeat(read: Read, { enableRepeat }: { enableRepeat: boolean }, who: Who): Promise<void> {
  const { formId, visitorId, rowId = null } = who;
  if (enableRepeat || formId === null || visitorId === undefined) return;
  if (await hasCompleted(read, { formId, visitorId, rowId })) throw alreadyAnswered();
}
