import { HttpError } from "@offergraph/shared/errors/http-error";
import type { RouteAnswer, Visit } from "@offergraph/shared/subgraph/routes";
import type { Collecting } from "../collect/collecting.js";
import { findOffered } from "../collect/find-offered.js";
import { allowedOrigins } from "../collect/origins.js";
import type { Assets } from "./assets.js";
import { closedPage, formPage } from "./page.js";
import { pageHeaders } from "./policy.js";
import { titleOf } from "./title.js";

/** GET /f/{publicKey}: the page of a form. */
export async function showPage(collecting: Collecting, assets: Assets, visit: Visit): Promise<RouteAnswer> {
  const [script, style] = await Promise.all([assets("page.js"), assets("page.css")]);
  const paths = { script: script.path, style: style.path };
  try {
    const { asked } = await findOffered(collecting, visit, collecting.clock.now());
    const { config, workspaceId, publishedVariantId } = asked;
    const variant = publishedVariantId === null ? undefined : await collecting.variant(workspaceId, publishedVariantId);
    const settings = {
      publicKey: visit.params.publicKey ?? "",
      redirectUrl: textOf(config.redirect_url),
      position: textOf(config.position),
    };
    const body = formPage({ ...paths, ...titleOf(variant?.model ?? {}), settings });
    return { status: 200, headers: pageHeaders(allowedOrigins(asked)), body };
  } catch (error) {
    return refusal(error, paths.style);
  }
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

// What people are told in place of a form: the same of a key that ended and of a form that is closed, whosever it was.
const refusals: Readonly<Record<number, { heading: string; words: string }>> = {
  404: { heading: "There is no form here", words: "The address may have been cut short or mistyped. Please look at the link again." },
  410: { heading: "This form is closed", words: "It takes no answers now. If you came by a link, ask whoever sent it for a new one." },
};

function refusal(error: unknown, style: string): RouteAnswer {
  const said = error instanceof HttpError ? refusals[error.status] : undefined;
  if (!said || !(error instanceof HttpError)) throw error;
  return { status: error.status, headers: pageHeaders([]), body: closedPage(style, said.heading, said.words) };
}
