import * as discounts from "@offergraph/shared/contracts/events/discounts";
import * as orders from "@offergraph/shared/contracts/events/orders";

/** Events about jobs, for each service that processes jobs. */
export const jobEvents = { discounts, orders };
