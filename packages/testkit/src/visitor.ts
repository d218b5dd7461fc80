import { visitorHeader, visitorSigner } from "@offergraph/shared/access/visitor";
import { newId } from "@offergraph/shared/time/ids";
import { testSigningKey } from "./subgraph.js";

/** Headers that a visitor's browser sends. */
const browser = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0",
  "accept-language": "en-GB,en;q=0.7",
};

export interface VisitOptions {
  method?: string;
  headers?: Record<string, string>;
  /** Body of the request; an object is sent as JSON. */
  body?: object | string;
  /** The visitor's network address in the header that the gateway signs. */
  address?: string;
}

/** Sends requests to the public routes of a service, as the gateway does. `url` is the URL of the service's GraphQL endpoint. */
export function visitorOf(url: string, now: () => Date = () => new Date()) {
  const signer = visitorSigner(testSigningKey);
  return (path: string, { method = "GET", headers = {}, body, address = "192.0.2.7" }: VisitOptions = {}): Promise<Response> =>
    fetch(new URL(path, url), {
      method,
      headers: { ...browser, [visitorHeader]: signer.sign({ address, requestId: newId() }, now().getTime()), ...headers },
      redirect: "manual",
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
}
