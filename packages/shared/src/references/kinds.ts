import { z } from "zod";
import { connectionAdded, partnerAdded } from "../events/catalog/discounts.js";

const byId = z.object({ id: z.guid() });
const time = z.iso.datetime({ precision: 3 }).nullable();
const codeState = z.object({
  status: z.enum(["EXPIRED", "DRAFT", "SCHEDULED", "ACTIVE"]),
  startAt: time,
  endsAt: time,
  isExhausted: z.boolean(),
  isPoolEmpty: z.boolean(),
  isPoolLow: z.boolean(),
  isPlaced: z.boolean(),
});

const byIdOrName = z.union([byId, z.object({ name: z.string().min(1) })]);

/** Names that one question may have. */
export const maxNames = 500;

/**
 * The records that a service asks another one for when no event has told it of them yet: how each may be wanted, and what its owner
 * says of it. Fields may be added, never removed or changed: owner and asker are deployed apart.
 */
export const referenceKinds = {
  connection: { wanted: byId, record: connectionAdded.data },
  partner: { wanted: byIdOrName, record: partnerAdded.data },
  discount_code: {
    // A code that was minted for a grant names its discount code where that is wanted: to a customer, not to who writes rules.
    wanted: z.union([byId, z.object({ name: z.string().min(1), orMinted: z.boolean().optional() })]),
    record: z.object({
      rowId: z.guid(),
      code: z.string(),
      aliases: z.array(z.string()),
      partnerId: z.guid().nullable(),
      updatedAt: z.iso.datetime({ precision: 3 }),
      /** What decides whether grants get anything of it. Owners from before this field do not say. */
      state: codeState.optional(),
    }),
  },
  /** The incentives that are not archived and have a rule that names a discount code. */
  incentive_of_code: {
    wanted: z.object({ discountCodeId: z.guid() }),
    record: z.object({ rowId: z.guid(), name: z.string() }),
  },
  // Codes of many names at once, with all that attribution keeps of them: ingest asks for those that it does not know.
  discount_code_names: {
    wanted: z.object({ names: z.array(z.string().min(1)).min(1).max(maxNames) }),
    record: z.object({
      rowId: z.guid(),
      code: z.string(),
      aliases: z.array(z.string()),
      partnerId: z.guid().nullable(),
      publicTier: z.string().nullable(),
      createdAt: z.iso.datetime({ precision: 3 }),
      updatedAt: z.iso.datetime({ precision: 3 }),
    }),
  },
  form: {
    wanted: byIdOrName,
    record: z.object({
      rowId: z.guid(),
      formSlug: z.string(),
      title: z.string().nullable(),
      updatedAt: z.iso.datetime({ precision: 3 }),
    }),
  },
};

export type ReferenceKind = keyof typeof referenceKinds;
export type Wanted<Kind extends ReferenceKind = ReferenceKind> = z.infer<(typeof referenceKinds)[Kind]["wanted"]>;
export type Reference<Kind extends ReferenceKind = ReferenceKind> = z.infer<(typeof referenceKinds)[Kind]["record"]>;

/** So many records an answer has at most: where one is wanted, two are as bad as many. */
export const maxRecords = (kind: ReferenceKind): number => (kind === "discount_code_names" ? maxNames : 2);

/** Where a service is asked. Beside the streams' subjects: JetStream would answer there. */
export const referenceSubject = (service: string, kind: ReferenceKind): string => `offergraph_references.${service}.${kind}`;
