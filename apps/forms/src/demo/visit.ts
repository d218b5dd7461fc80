import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Logger } from "@offergraph/shared/log/logger";
import type { RouteAnswer, Visit } from "@offergraph/shared/subgraph/routes";
import { newId } from "@offergraph/shared/time/ids";

/** A visitor's request as the collect API takes it, and what is known of whoever sends it. */
export interface Asked {
  address: string;
  userAgent: string;
  params: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
}

/** The request of a demo visitor, who sends it past the network. */
export function visitOf({ address, userAgent, params, query = {}, body = {} }: Asked, log: Logger): Visit {
  const request = new IncomingMessage(new Socket());
  request.headers = { "user-agent": userAgent };
  return {
    request,
    response: new ServerResponse(request),
    url: new URL(`http://demo/?${new URLSearchParams(query)}`),
    params,
    address,
    requestId: newId(),
    log,
    body: async () => Buffer.from(JSON.stringify(body)),
  };
}

/** What an answer says. Throws an Error when it is a refusal. */
export function saidOf<Said>({ status, body = "" }: RouteAnswer): Said {
  if (status >= 400) throw new Error(`A demo response was refused (${status}): ${body}`);
  return JSON.parse(String(body)) as Said;
}
