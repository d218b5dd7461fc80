import { connectionAdded, partnerAdded } from "@offergraph/shared/contracts/events/discounts";
import { brandLogoChanged } from "@offergraph/shared/contracts/events/workspace";
import { jobRecord } from "@offergraph/shared/contracts/job-events";
import { brandRecord, workspaceSettings } from "@offergraph/shared/contracts/workspace-records";
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

/** Maximum number of names in one lookup. */
export const maxNames = 500;
/** Maximum number of discount codes in one lookup. */
export const maxCodes = 1000;

/** Maximum records per reply, for lookups that read all records of a kind in batches. */
export const maxPage = 500;
const afterId = z.object({ after: z.guid() });

/**
 * The kinds of lookups. A lookup is a request to the service that owns the records. New versions of services may add fields to lookups, but
 * must not remove or change fields.
 */
export const referenceKinds = {
  connection: { wanted: byId, record: connectionAdded.data },
  partner: { wanted: byIdOrName, record: partnerAdded.data },
  discount_code: {
    // With `orMinted`, the name may also be a code that was minted for a grant. By default, finds only discount codes and aliases.
    wanted: z.union([byId, z.object({ name: z.string().min(1), orMinted: z.boolean().optional() })]),
    record: z.object({
      rowId: z.guid(),
      code: z.string(),
      aliases: z.array(z.string()),
      partnerId: z.guid().nullable(),
      updatedAt: z.iso.datetime({ precision: 3 }),
      /** The state of the code, which decides if a grant can use the code. Earlier versions of the discounts service omit the state. */
      state: codeState.optional(),
    }),
  },
  /** Finds the incentives with a rule for this discount code, except archived incentives. */
  incentive_of_code: {
    wanted: z.object({ discountCodeId: z.guid() }),
    record: z.object({ rowId: z.guid(), name: z.string() }),
  },
  /** Finds the incentives with a rule for this connection, except archived incentives. */
  incentive_of_connection: {
    wanted: z.object({ connectionId: z.guid() }),
    record: z.object({ rowId: z.guid(), name: z.string() }),
  },
  /** For each discount code, finds the oldest incentive with a rule for the code, except archived incentives. */
  incentives_of_codes: {
    wanted: z.object({ discountCodeIds: z.array(z.guid()).min(1).max(maxCodes) }),
    record: z.object({ discountCodeId: z.guid(), rowId: z.guid(), name: z.string() }),
  },
  // Batch lookup of discount codes by code or alias. The orders service uses this lookup for codes that its replica lacks. The records
  // contain the fields that attribute an order to a partner.
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
  /** Batch lookup of completed and declined responses, sorted by id. `after` is the last id of the previous batch. */
  ended_responses: { wanted: afterId, record: z.object({ rowId: z.guid(), channelId: z.guid().nullable() }) },
  /** Batch lookup of issued grants' codes, sorted by grant id. `after` is the last id of the previous batch. */
  granted_codes: {
    wanted: afterId,
    record: z.object({
      grantId: z.guid(),
      formResponseId: z.guid(),
      discountCodeId: z.guid(),
      code: z.string(),
      customerId: z.guid().nullable(),
      issuedAt: z.iso.datetime({ precision: 3 }),
    }),
  },
  job: { wanted: byId, record: jobRecord },
  /** The settings and the brand of the request's workspace. `brand` is null if the workspace has never changed its brand. */
  workspace: { wanted: z.object({}), record: z.object({ settings: workspaceSettings, brand: brandRecord.nullable() }) },
  /** The logo of the workspace's brand, including the image data. */
  brand_logo: { wanted: z.object({}), record: brandLogoChanged.data },
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

const batches: Partial<Record<ReferenceKind, number>> = {
  ...{ discount_code_names: maxNames, incentives_of_codes: maxCodes, ended_responses: maxPage, granted_codes: maxPage },
};

/** Maximum number of records in a reply. For most lookups, two records are enough to detect an ambiguous name. */
export const maxRecords = (kind: ReferenceKind): number => batches[kind] ?? 2;

/** Returns the NATS subject of a lookup. No stream may capture the subject, because JetStream would then also reply to the lookups. */
export const referenceSubject = (service: string, kind: ReferenceKind): string => `offergraph_references.${service}.${kind}`;
