import type { LookupTimeouts } from "@offergraph/service/replicas/request";
import { type Fixture as ServiceFixture, startServiceFixture } from "@offergraph/testkit/fixture";
import { service } from "../service.js";

export { type Client, pathsOf, type UserError } from "@offergraph/testkit/fixture";

export type Fixture = ServiceFixture<Awaited<ReturnType<typeof startFixture>>["running"]>;

/** Starts the forms service with its own database and without NATS. `settings` are environment variables that override the defaults. */
export const startFixture = (adminUrl: string, settings: Record<string, string> = {}, lookupTimeouts: LookupTimeouts = {}) =>
  startServiceFixture({ ...service, lookupTimeouts }, adminUrl, settings);
