import { connectionAdded, partnerAdded } from "@offergraph/shared/contracts/events/discounts";
import { jobRecord } from "@offergraph/shared/contracts/job-events";
import { z } from "zod";

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

/** Maximum names per request. */
export const maxNames = 500;
/** Maximum discount codes per request. */
export const maxCodes = 1000;

/** Lookups between services, for records whose events have not arrived yet. Fields may be added, but never removed or changed. */
export const referenceKinds = {
  connection: { wanted: byId, record: connectionAdded.data },
  partner: { wanted: byIdOrName, record: partnerAdded.data },
  discount_code: {
    // `orMinted` also matches codes minted for a grant. Customers use these codes, but incentive rules must not use them.
    wanted: z.union([byId, z.object({ name: z.string().min(1), orMinted: z.boolean().optional() })]),
    record: z.object({
      rowId: z.guid(),
      code: z.string(),
      aliases: z.array(z.string()),
      partnerId: z.guid().nullable(),
      updatedAt: z.iso.datetime({ precision: 3 }),
      /** State that decides if grants can use the code. An older version of the discounts service omits the state. */
      state: codeState.optional(),
    }),
  },
  /** Incentives that are not archived and have a rule for a discount code. */
  incentive_of_code: {
    wanted: z.object({ discountCodeId: z.guid() }),
    record: z.object({ rowId: z.guid(), name: z.string() }),
  },
  /** Incentives that are not archived and have a rule for a connection. */
  incentive_of_connection: {
    wanted: z.object({ connectionId: z.guid() }),
    record: z.object({ rowId: z.guid(), name: z.string() }),
  },
  /** Batch lookup: for each of these codes that an incentive which is not archived has a rule for, the oldest such incentive. */
  incentives_of_codes: {
    wanted: z.object({ discountCodeIds: z.array(z.guid()).min(1).max(maxCodes) }),
    record: z.object({ discountCodeId: z.guid(), rowId: z.guid(), name: z.string() }),
  },
  // Batch lookup by names, which returns the fields that attribution needs. Ingest uses this lookup for unknown codes.
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
  job: { wanted: byId, record: jobRecord },
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
export type Lookup<Kind extends ReferenceKind = ReferenceKind> = z.infer<(typeof referenceKinds)[Kind]["wanted"]>;
export type Reference<Kind extends ReferenceKind = ReferenceKind> = z.infer<(typeof referenceKinds)[Kind]["record"]>;

const batches: Partial<Record<ReferenceKind, number>> = { discount_code_names: maxNames, incentives_of_codes: maxCodes };

/** Maximum records per reply. Two records are enough to detect an ambiguous name. */
export const maxRecords = (kind: ReferenceKind): number => batches[kind] ?? 2;

/** Returns the subject of requests. A stream must not have this subject, because JetStream would reply to the requests. */
export const referenceSubject = (service: string, kind: ReferenceKind): string => `offergraph_references.${service}.${kind}`;
