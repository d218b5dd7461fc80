import { type World as ServiceWorld, startServiceWorld } from "@offergraph/testkit/world";
import { service } from "../service.js";

export { type Client, pathsOf, type UserError } from "@offergraph/testkit/world";

export type World = ServiceWorld<Awaited<ReturnType<typeof startWorld>>["running"]>;

/** Starts the service on its own database, without NATS; `settings` override the defaults. */
export const startWorld = (adminUrl: string, settings: Record<string, string> = {}) => startServiceWorld(service, adminUrl, settings);
