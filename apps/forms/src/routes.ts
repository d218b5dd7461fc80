import type { Route } from "@offergraph/shared/subgraph/routes";
import { createCollecting, type FormsParts } from "./collect/collecting.js";
import { collectRoutes } from "./collect/routes.js";
import { shortLinkRoutes } from "./short-links/follow.js";

/** What forms answer to visitors, beside GraphQL. */
export function formsRoutes(parts: FormsParts): Route[] {
  const collecting = createCollecting(parts);
  return [...collectRoutes(collecting), ...shortLinkRoutes(collecting)];
}
