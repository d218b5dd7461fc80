import type { IncomingMessage, ServerResponse } from "node:http";
import { scopesUpTo } from "@offergraph/shared/access/scopes";
import type { Gateway } from "../deps.js";
import { notFound } from "../http/pages.js";
import { jsonAnswer, send } from "../http/send.js";
import { authorizationServerPath, resourceMetadataPaths, routeOf } from "../supergraph/manifest.js";

type Source = Pick<Gateway, "manifests" | "publicUrl" | "ownOrigins">;

/** True if a service is an OAuth authorization server, which issues access tokens to clients of `/mcp`. */
const hasAuthorizationServer = ({ manifests }: Source) => routeOf(manifests(), authorizationServerPath) !== undefined;

/**
 * Returns the base URL at which the client called the gateway. On the local machine, uses the header Host, because clients compare the
 * metadata's URL with the request's URL. If the host is not local, returns the public URL.
 */
function baseUrl({ publicUrl, ownOrigins }: Source, { headers }: Pick<IncomingMessage, "headers">): string {
  const url = publicUrl();
  const called = `${new URL(url).protocol}//${headers.host}`;
  return ownOrigins().size > 1 && ownOrigins().has(called) ? url.replace(new URL(url).origin, called) : url;
}

/** Serves the metadata of `/mcp` as an OAuth resource (RFC 9728). */
export function showProtectedResource(request: IncomingMessage, response: ServerResponse, gateway: Source): void | Promise<void> {
  if ((request.method !== "GET" && request.method !== "HEAD") || !hasAuthorizationServer(gateway)) return notFound(request, response);
  const metadata = {
    resource: `${baseUrl(gateway, request)}/mcp`,
    resource_name: "Offergraph",
    authorization_servers: [gateway.publicUrl()],
    scopes_supported: scopesUpTo("ADMIN").split(" "),
    bearer_methods_supported: ["header"],
  };
  // Access-Control-Allow-Origin allows web pages of all origins to read the metadata.
  send(response, jsonAnswer(200, metadata, { "Access-Control-Allow-Origin": "*" }));
}

/**
 * Returns the parameters of WWW-Authenticate: the metadata's URL and the scope (RFC 9728 5.1). Returns an empty text if no service is an
 * OAuth authorization server.
 */
export function challengeParameters(gateway: Source, request: Pick<IncomingMessage, "headers">, scope: string): string {
  if (!hasAuthorizationServer(gateway)) return "";
  return `, resource_metadata="${baseUrl(gateway, request)}${resourceMetadataPaths[1]}", scope="${scope}"`;
}
