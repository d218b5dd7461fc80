import type { RouteAnswer } from "@offergraph/service/subgraph/routes";
import { HttpError } from "@offergraph/shared/errors/http-error";
import type { FormsDeps } from "../../deps.js";
import { textsFor } from "../../domain/texts/languages.js";
import { toHttpError } from "../visitor-error.js";
import { pageBrandOf, plain } from "./brand-parts.js";
import { closedPage } from "./page.js";
import { pageHeaders } from "./policy.js";

// Ended keys, disabled links and closed forms have the same text, so that visitors cannot learn the cause.
const refusals = {
  404: { heading: "unknownTitle", words: "unknownBody" },
  410: { heading: "closedTitle", words: "closedBody" },
} as const;

/** Returns the page for a 404 or 410 error. Uses the workspace's brand if known. Rethrows other errors. */
export async function refusalPage(
  deps: Pick<FormsDeps, "brandOf">,
  error: unknown,
  style: string,
  workspaceId: string | undefined,
): Promise<RouteAnswer> {
  const refused = toHttpError(error);
  const status = refused instanceof HttpError ? refused.status : undefined;
  if (status !== 404 && status !== 410) throw error;
  const brand = workspaceId === undefined ? plain : pageBrandOf(workspaceId, await deps.brandOf(workspaceId));
  const language = brand.locale ?? "en";
  const body = closedPage({ style, language, texts: textsFor(language), brand, ...refusals[status] });
  return { status, headers: pageHeaders([], brand.css), body };
}
