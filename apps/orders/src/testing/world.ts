import { type World as ServiceWorld, startServiceWorld } from "@offergraph/testkit/world";
import { service } from "../service.js";

export type { Client } from "@offergraph/testkit/world";

export type World = ServiceWorld<Awaited<ReturnType<typeof startWorld>>["running"]>;

/** The service as it runs, on a database of its own, while NATS is away; `settings` stand beside the usual ones. */
export const startWorld = (adminUrl: string, settings: Record<string, string> = {}) => startServiceWorld(service, adminUrl, settings);
