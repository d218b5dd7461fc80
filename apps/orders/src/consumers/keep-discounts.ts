import { keepsOf } from "@offergraph/service/messaging/kept-fields";
import { applyReplicaEvents, referenceEvents, referenceFields } from "@offergraph/service/replicas/replica-events";
import { discountCodeUpdated, grantCodeIssued } from "@offergraph/shared/contracts/events/discounts";
import { readKnownCodes } from "../db/known-codes.js";
import { addMintedCode, followCodes, isOfCode } from "../services/attribution/follow-codes.js";
import { defineConsumer } from "../tx.js";

export const keepDiscounts = defineConsumer({
  name: "keep-discounts",
  events: [...referenceEvents, grantCodeIssued],
  emits: [],
  // Skips SHARED and POOL codes, because the events of discount codes contain their names.
  filter: (event) => event.type !== grantCodeIssued.subject || event.data.delivery === "UNIQUE",
  keeps: keepsOf(discountCodeUpdated, [...referenceFields, "publicTier"]),
  async handleBatch(tx, events) {
    const codes = events.filter(isOfCode);
    const codeIds = codes.map(({ data }) => data.rowId);
    const before = await readKnownCodes(tx, codeIds);
    const ofReplica = events.filter((event) => event.type !== grantCodeIssued.subject);
    await applyReplicaEvents(tx, ofReplica);
    if (codes.length > 0) await followCodes(tx, codes, before);
    for (const event of events) if (event.type === grantCodeIssued.subject) await addMintedCode(tx, event.data);
  },
});
