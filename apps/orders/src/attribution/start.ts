import type { Background, ServiceParts } from "@offergraph/shared/subgraph/run";
import { startWorkList } from "@offergraph/shared/subgraph/work-list";
import { readDueWorkspaces } from "../data/due-attributions.js";
import type { OrdersSettings } from "../env.js";
import type { Prisma } from "../generated/prisma/client.js";
import { attributeDue } from "./attribute-due.js";

type Parts = Pick<ServiceParts<OrdersSettings, Prisma.TransactionClient>, "settings" | "pool" | "writer" | "relay" | "log" | "clock">;

const mostOrders = 500;
const pollMs = 250;

/** Attributes and reports orders anew when a code, a response or a rate comes after them, on any number of replicas at once. */
export function startAttributing({ settings, pool, writer, relay, log, clock }: Parts): Background {
  return startWorkList({
    name: "orders attributed anew",
    readWaiting: () => readDueWorkspaces(pool),
    async work(workspaceId) {
      const reportingCurrency = settings.REPORTING_CURRENCY;
      const { orders, more } = await attributeDue({ writer, workspaceId, now: clock.now(), reportingCurrency, mostOrders });
      if (more) relay.poke();
      if (orders > 0) log.info({ workspaceId, actor: null, orders }, "orders attributed and reported anew where something else came of it");
      return more;
    },
    log,
    pollMs,
  });
}
