import { HttpError } from "@offergraph/shared/errors/http-error";
import type { RouteAnswer } from "@offergraph/shared/subgraph/routes";
import { en } from "../texts/en.js";
import { closedPage } from "./page.js";
import { pageHeaders } from "./policy.js";

// What people are told in place of a form: the same of a key that ended, of a link that is disabled and of a form that is closed, whosever it was.
const refusals: Readonly<Record<number, { heading: string; words: string }>> = {
  404: { heading: en.unknownTitle, words: en.unknownBody },
  410: { heading: en.closedTitle, words: en.closedBody },
};

/** A refusal as a page for people; throws the error again when it is none that they can be told of. */
export function refusalPage(error: unknown, style: string): RouteAnswer {
  const said = error instanceof HttpError ? refusals[error.status] : undefined;
  if (!said || !(error instanceof HttpError)) throw error;
  return { status: error.status, headers: pageHeaders([]), body: closedPage(style, said.heading, said.words) };
}
