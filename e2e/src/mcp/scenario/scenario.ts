import { campaigns, campaignsCleanup } from "./campaigns.js";
import { cleanup } from "./cleanup.js";
import { connections, connectionsCleanup } from "./connections.js";
import { discounts } from "./discounts.js";
import { forms } from "./forms.js";
import { incentives } from "./incentives.js";
import { jobs } from "./jobs.js";
import { orders } from "./orders.js";
import { partners, partnersCleanup } from "./partners.js";
import { placements } from "./placements.js";
import { responses } from "./responses.js";
import type { Step } from "./step.js";
import { stores } from "./stores.js";
import { workspace, workspaceCleanup } from "./workspace.js";

/** Fills one workspace with codes, forms, incentives, responses, grants and orders. */
export const populateSteps: readonly Step[] = [
  ...workspace,
  ...connections,
  ...discounts,
  ...partners,
  ...campaigns,
  ...stores,
  ...forms,
  ...placements,
  ...incentives,
  ...responses,
  ...orders,
];

export const scenario: readonly Step[] = [
  ...populateSteps,
  ...partnersCleanup,
  ...campaignsCleanup,
  ...cleanup,
  ...jobs,
  ...connectionsCleanup,
  ...workspaceCleanup,
];
