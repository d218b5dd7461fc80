import { keepsOf } from "@offergraph/service/messaging/kept-fields";
import { brandLogoChanged, brandUpdated, workspaceCreated, workspaceUpdated } from "@offergraph/shared/contracts/events/workspace";
import { storeBrand, storeLogo } from "../db/brands.js";
import { keepRetention } from "../db/response-retention.js";
import { storeTimeZone } from "../db/time-zones.js";
import { defineConsumer } from "../tx.js";

/** Stores the workspace's brand, time zone and response retention. */
export const keepWorkspace = defineConsumer({
  name: "keep-workspace",
  events: [workspaceCreated, workspaceUpdated, brandUpdated, brandLogoChanged],
  emits: [],
  keeps: keepsOf(workspaceUpdated, ["responseRetentionDays", "timeZone"]),
  async handle(tx, { type, data }) {
    if (type === brandUpdated.subject) return storeBrand(tx, data);
    if (type === brandLogoChanged.subject) return storeLogo(tx, data);
    await keepRetention(tx, data.responseRetentionDays, data.updatedAt);
    await storeTimeZone(tx, data.timeZone, data.updatedAt);
  },
});
