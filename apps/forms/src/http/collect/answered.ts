import type { Read } from "@offergraph/service/db/read";
import { HttpError } from "@offergraph/shared/errors/http-error";
import { hasCompleted } from "../../db/collected.js";

export const alreadyAnswered = () =>
  new HttpError(
    409,
    "ALREADY_ANSWERED",
    "This visitor has already completed the form. It accepts one response per visitor (enable_repeat is false).",
  );

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
  if (await hasCompleted(read, { formId, visitorId, rowId })) throw alreadyAnswered();
}
