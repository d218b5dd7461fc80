import type { PublicRequest, Route, RouteAnswer } from "@offergraph/service/subgraph/routes";
import type { CollectDeps } from "../../deps.js";
import { changeResponse } from "./change-response.js";
import { corsPreflight } from "./cors-preflight.js";
import { getForm } from "./get-form.js";
import { readResponse } from "./read-response.js";
import { startResponse } from "./start-response.js";

const offer = "/v1/collect/:publicKey";
const responses = `${offer}/responses`;
const response = `${responses}/:id`;

/** The collect API (decisions.md 5). */
export function collectRoutes(collecting: CollectDeps): Route[] {
  const by = (handle: (collecting: CollectDeps, visit: PublicRequest) => Promise<RouteAnswer>) => (visit: PublicRequest) =>
    handle(collecting, visit);
  return [
    { name: "collect_offer", method: "GET", path: offer, answer: by(getForm) },
    { name: "collect_start", method: "POST", path: responses, answer: by(startResponse) },
    { name: "collect_change", method: "PATCH", path: response, answer: by(changeResponse) },
    { name: "collect_read", method: "GET", path: response, answer: by(readResponse) },
    ...[offer, responses, response].map((path): Route => ({ name: "collect_allow", method: "OPTIONS", path, answer: by(corsPreflight) })),
  ];
}
