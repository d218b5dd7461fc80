import type { Background, ServiceParts } from "@offergraph/shared/subgraph/run";
import { startWorkList } from "@offergraph/shared/subgraph/work-list";
import { readDueWorkspaces } from "../data/due-attributions.js";
import type { OrdersSettings } from "../env.js";
import type { Prisma } from "../generated/prisma/client.js";
import { attributeDue } from "./attribute-due.js";

type Parts = Pick<ServiceParts<OrdersSettings, Prisma.TransactionClient>, "settings" | "pool" | "writer" | "relay" | "log" | "clock">;

const mostOrders = 500;
const pollMs = 250;

/** Re-attributes orders after a late code, response or rate. Safe on several replicas. */
export function startAttributing({ settings, pool, writer, relay, log, clock }: Parts): Background {
  return startWorkList({
    name: "orders attributed anew",
    readWaiting: () => readDueWorkspaces(pool),
    async work(workspaceId) {
      const reportingCurrency = settings.REPORTING_CURRENCY;
      const { orders, more } = await attributeDue({ writer, workspaceId, now: clock.now(), reportingCurrency, mostOrders });
      if (more) relay.poke();
      if (orders > 0) log.info({ workspaceId, actor: null, orders }, "Orders re-attributed");
      return more;
    },
    log,
    pollMs,
  });
}
