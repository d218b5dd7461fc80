import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { PublicRequest, RouteAnswer } from "@offergraph/service/subgraph/routes";
import type { Logger } from "@offergraph/shared/log/logger";
import { newId } from "@offergraph/shared/time/ids";

/** A visitor's request to the collect API. */
export interface Asked {
  address: string;
  userAgent: string;
  params: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
}

/** Builds a request without a network. */
export function visitOf({ address, userAgent, params, query = {}, body = {} }: Asked, log: Logger): PublicRequest {
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

/** Body of a response. Throws on an error status. */
export function saidOf<Said>({ status, body = "" }: RouteAnswer): Said {
  if (status >= 400) throw new Error(`The collect API rejected a demo response (${status}): ${body}`);
  return JSON.parse(String(body)) as Said;
}
