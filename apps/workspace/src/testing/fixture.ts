import { startServiceFixture } from "@offergraph/testkit/fixture";
import { service } from "../service.js";

export { type Client, pathsOf, type UserError } from "@offergraph/testkit/fixture";

export type Fixture = Awaited<ReturnType<typeof startFixture>>;

/** Starts the service on a separate database, without NATS. */
export const startFixture = (adminUrl: string) => startServiceFixture(service, adminUrl);
