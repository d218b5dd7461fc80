import { setTimeout as delay } from "node:timers/promises";
import type { AuthenticatedRequest, Route } from "@offergraph/service/subgraph/routes";
import type { ServiceDeps } from "@offergraph/service/subgraph/run";
import { HttpError } from "@offergraph/shared/errors/http-error";
import { PublicError } from "@offergraph/shared/errors/public-error";
import { parseObject } from "@offergraph/shared/http/body";
import { isUuid } from "@offergraph/shared/schema/formats";
import { publicTypes } from "../domain/webhooks/public-events.js";
import type { WorkspaceServiceSettings } from "../env.js";
import type { Prisma } from "../generated/prisma/client.js";
import { acknowledge, collectArrivals, nextEvents, startListening, stopListening } from "../services/listen/listen.js";

type Deps = Pick<ServiceDeps<WorkspaceServiceSettings, Prisma.TransactionClient>, "database" | "clock">;

/** Maximum time for which a request waits for events. Must be shorter than the shutdown timeouts of the gateway and the service. */
const waitMs = 5_000;
const pollMs = 250;

/** Listening sessions give clients behind NAT the events that webhook endpoints receive. */
export function listenRoutes({ database, clock }: Deps): readonly Route[] {
  const route = (name: string, path: string, answer: (received: AuthenticatedRequest, body: Body) => Promise<object>): Route => ({
    name,
    method: "POST",
    path,
    level: "ADMIN",
    async answer(received) {
      if (received.principal.connectionId !== undefined)
        throw new HttpError(403, "connection_key_not_supported", "This key belongs to a store connection and is valid only for ingest.");
      const body = await answer(received, parseObject(await received.body()));
      return { status: 200, headers: { "content-type": "application/json; charset=utf-8" }, body: JSON.stringify(body) };
    },
  });
  return [
    route("listen_start", "/v1/listen/start", ({ principal: { workspaceId } }, body) => {
      const eventTypes = readEventTypes(body);
      return database.transaction({ workspaceId }, (tx) => startListening(tx, eventTypes));
    }),
    route("listen_next", "/v1/listen/next", async ({ principal: { workspaceId }, response }, body) => {
      const session = await acknowledge(database.autocommit({ workspaceId, now: clock.now() }), readSessionId(body), readCursor(body));
      const collect = () => database.transaction({ workspaceId }, collectArrivals);
      const next = () => nextEvents((statement) => database.read(workspaceId, statement), workspaceId, session, collect);
      const until = performance.now() + waitMs;
      let found = await next();
      while (found.events.length === 0 && !found.hasMissed && performance.now() < until && !response.destroyed) {
        await delay(pollMs);
        found = await next();
      }
      return found;
    }),
    // A client that is still processing an event sends this request to keep its session alive.
    route("listen_keep", "/v1/listen/keep", async ({ principal: { workspaceId } }, body) => {
      await acknowledge(database.autocommit({ workspaceId, now: clock.now() }), readSessionId(body), readCursor(body));
      return {};
    }),
    route("listen_stop", "/v1/listen/stop", async ({ principal: { workspaceId } }, body) => {
      const sessionId = readSessionId(body);
      await database.transaction({ workspaceId }, (tx) => stopListening(tx, sessionId));
      return {};
    }),
  ];
}

type Body = Readonly<Record<string, unknown>>;

function readSessionId({ sessionId }: Body): string {
  if (typeof sessionId !== "string" || !isUuid(sessionId)) throw new PublicError("BAD_REQUEST", "`sessionId` must be a UUID.");
  return sessionId;
}

function readCursor({ cursor = "0" }: Body): string {
  if (typeof cursor !== "string" || !/^\d{1,18}$/.test(cursor))
    throw new PublicError("BAD_REQUEST", "`cursor` must be the `cursor` of an earlier response.");
  return cursor;
}

function readEventTypes({ eventTypes = null }: Body): string[] | null {
  if (eventTypes === null) return null;
  if (!Array.isArray(eventTypes) || eventTypes.length === 0)
    throw new PublicError("BAD_REQUEST", "`eventTypes` must be a list of at least one event type.");
  const unknown = eventTypes.find((type) => !publicTypes.has(type));
  if (unknown !== undefined)
    throw new PublicError("BAD_REQUEST", `${JSON.stringify(unknown)} is not a public event. docs/EVENTS.md lists the public events.`);
  return [...new Set(eventTypes as string[])];
}
