import type { Route, RouteAnswer, Visit } from "@offergraph/shared/subgraph/routes";
import { allowRequest } from "./allow-request.js";
import { changeResponse } from "./change-response.js";
import type { Collecting } from "./collecting.js";
import { readResponse } from "./read-response.js";
import { showOffer } from "./show-offer.js";
import { startResponse } from "./start-response.js";

const offer = "/v1/collect/:publicKey";
const responses = `${offer}/responses`;
const response = `${responses}/:id`;

/** The collect API (decisions.md 5). */
export function collectRoutes(collecting: Collecting): Route[] {
  const by = (handle: (collecting: Collecting, visit: Visit) => Promise<RouteAnswer>) => (visit: Visit) => handle(collecting, visit);
  return [
    { name: "collect_offer", method: "GET", path: offer, answer: by(showOffer) },
    { name: "collect_start", method: "POST", path: responses, answer: by(startResponse) },
    { name: "collect_change", method: "PATCH", path: response, answer: by(changeResponse) },
    { name: "collect_read", method: "GET", path: response, answer: by(readResponse) },
    ...[offer, responses, response].map((path): Route => ({ name: "collect_allow", method: "OPTIONS", path, answer: by(allowRequest) })),
  ];
}
