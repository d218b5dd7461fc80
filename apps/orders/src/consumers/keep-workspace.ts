import { keepsOf } from "@offergraph/service/messaging/kept-fields";
import { workspaceCreated, workspaceUpdated } from "@offergraph/shared/contracts/events/workspace";
import { storeSettings } from "../db/reporting.js";
import { type Deps, defineConsumer } from "../tx.js";

/** Stores the workspace's reporting currency and time zone. */
export const keepWorkspace = ({ settings }: Pick<Deps, "settings">) =>
  defineConsumer({
    name: "keep-workspace",
    events: [workspaceCreated, workspaceUpdated],
    keeps: keepsOf(workspaceUpdated, ["timeZone", "reportingCurrency"]),
    emits: [],
    handle: (tx, { data }) => storeSettings(tx, data, settings.REPORTING_CURRENCY),
  });
