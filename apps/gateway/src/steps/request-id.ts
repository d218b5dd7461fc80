import { newId } from "@offergraph/shared/time/ids";
import type { Passage } from "../exchange.js";
import type { Step } from "./step.js";

const sane = /^[\w.:/+=@-]{1,128}$/;

/** Gives the request its id: the caller's X-Request-Id if it is fit for logs and headers, else a new one. */
export const requestId: Step<Passage> = (exchange) => {
  const given = exchange.request.headers["x-request-id"];
  exchange.requestId = typeof given === "string" && sane.test(given) ? given : newId();
  // Whoever has nothing but the request finds it there.
  exchange.request.headers["x-request-id"] = exchange.requestId;
};
