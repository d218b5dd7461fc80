import type { Logger } from "@offergraph/shared/log/logger";
import { readWorkspacesWithErasures } from "../db/webhook-erasures.js";
import { eraseCustomers } from "../services/webhooks/erase.js";
import { defineJob } from "../tx.js";

/** Deletes webhook deliveries that contain data of erased customers, pending deliveries first. Reads the deliveries in batches. */
export const eraseFromWebhooksJob = (log: Logger) =>
  defineJob({
    name: "erase customers from webhook deliveries",
    emits: [],
    findWorkspaces: readWorkspacesWithErasures,
    runInSteps: (open, workspaceId) => eraseCustomers(open, workspaceId, log),
  });
