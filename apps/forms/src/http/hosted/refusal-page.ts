import type { RouteAnswer } from "@offergraph/service/subgraph/routes";
import { HttpError } from "@offergraph/shared/errors/http-error";
import { en } from "../../domain/texts/en.js";
import { toHttpError } from "../visitor-error.js";
import { closedPage } from "./page.js";
import { pageHeaders } from "./policy.js";

// Ended keys, disabled links and closed forms share one text, so that visitors cannot learn the cause.
const refusals: Readonly<Record<number, { heading: string; words: string }>> = {
  404: { heading: en.unknownTitle, words: en.unknownBody },
  410: { heading: en.closedTitle, words: en.closedBody },
};

export function refusalPage(error: unknown, style: string): RouteAnswer {
  const refused = toHttpError(error);
  const said = refused instanceof HttpError ? refusals[refused.status] : undefined;
  if (!said || !(refused instanceof HttpError)) throw error;
  return { status: refused.status, headers: pageHeaders([]), body: closedPage(style, said.heading, said.words) };
}
