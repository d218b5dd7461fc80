import { createJob } from "@offergraph/service/long-jobs/create";
import type { ClaimedJob, JobRow } from "@offergraph/service/long-jobs/rows";
import { batchOf, JobFailed, type Progress } from "@offergraph/service/long-jobs/step";
import {
  type campaignAssigned,
  type discountCodeCreated,
  jobCreated,
  type tagRecolored,
} from "@offergraph/shared/contracts/events/discounts";
import { Violations } from "@offergraph/shared/errors/user-error";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { newId } from "@offergraph/shared/time/ids";
import { lockCampaign } from "../../db/campaigns.js";
import { lockConnectionsForUse } from "../../db/connections.js";
import type { NewCode } from "../../db/discount-codes.js";
import { readNameOwners } from "../../db/names.js";
import { lockPartner } from "../../db/partners.js";
import type { PlacementPlan } from "../../domain/body.js";
import { checkPattern, codeOfPattern } from "../../domain/code-pattern.js";
import { type DiscountCodeFields, type Patch, withDefaults } from "../../domain/fields.js";
import type { PickNumber } from "../../domain/grant-codes.js";
import { namesOf } from "../../domain/names.js";
import { statuses } from "../../domain/ordinals.js";
import { warningsOfCodes, warningsOfCreated } from "../../domain/warnings.js";
import type { GenerateDiscountCodesInput, TagColor } from "../../generated/types.js";
import type { Db, MutationTx, Tx } from "../../tx.js";
import { assignCampaign } from "../campaigns/campaigns.js";
import { lockCampaignOfRef } from "../campaigns/find-campaign.js";
import { completeNewCodes, insertWithNames, prepare } from "../codes/create-code.js";
import { lockPartnerOfRef } from "../partners/find-partner.js";

const batchSize = 250;
/** Maximum number of rounds per batch. In each round, the batch generates random codes and drops the codes that are in use. */
const maxRounds = 20;
/** Minimum number of random codes per round. With fewer codes, a batch could miss the last unused codes of a short pattern. */
const minCandidates = 100;

interface Parameters {
  pattern: string;
  fields: Patch;
  tags: [string, TagColor][] | null;
  placements: PlacementPlan;
  partnerId: string | null;
  campaignId: string | null;
}

const path = ["input"];

/** Validates the input with the rules of `create_discount_code`, and creates the job. */
export async function startGeneration(tx: MutationTx<typeof jobCreated>, input: GenerateDiscountCodesInput): Promise<JobRow> {
  const { count, pattern = "########", body, connectionId, partnerId, campaignId } = input;
  for (const field of ["code", "aliased_codes"] as const)
    if (body[field] !== undefined)
      tx.errors.add(
        [...path, "body", field],
        "INVALID",
        `Omit the field \`${field}\`, because the job generates all codes from the pattern.`,
      );
  if (pattern === null) tx.errors.add([...path, "pattern"], "REQUIRED", "`pattern` must not be null; omit the field instead.");
  else checkPattern(pattern, count, [...path, "pattern"], tx.errors);
  const partner = partnerId == null ? undefined : await lockPartnerOfRef(tx, partnerId, [...path, "partnerId"], "SHARE");
  const campaign = campaignId == null ? undefined : await lockCampaignOfRef(tx, campaignId, [...path, "campaignId"], "SHARE");
  // Validates the body with a new id in place of a generated code, because no existing code is equal to a new id.
  const sample = { ...body, code: newId(), aliased_codes: [] };
  const given = { body: sample, connectionId: connectionId?.toLowerCase(), path };
  const { patch, tags, placements } = await prepare(tx, given, { creating: true, current: undefined, complete: withDefaults });
  const parameters: Parameters = {
    pattern: pattern ?? "",
    fields: withDefaults(patch),
    tags: tags ? [...tags] : null,
    placements,
    partnerId: partner?.rowId ?? null,
    campaignId: campaign?.rowId ?? null,
  };
  const job = await createJob(tx, jobCreated, { kind: "GENERATE_DISCOUNT_CODES", total: count, parameters });
  warnOfGeneration(tx, job, parameters);
  return job;
}

function warnOfGeneration(tx: MutationTx, { rowId }: JobRow, { fields, placements: { listed, added } }: Parameters): void {
  const { code = "", status = "DRAFT", startAt = null, endsAt = null } = fields;
  const placements = [...(listed ?? []), ...(added ? [added] : [])];
  const generated = { rowId, code, status: statuses.indexOf(status), startAt, endsAt, placements };
  tx.warn(...warningsOfCodes([generated], status, tx.now, () => "the generated discount codes"));
}

type StepTx = Tx<typeof discountCodeCreated | typeof tagRecolored | typeof campaignAssigned>;

export async function generateBatch(tx: StepTx, job: ClaimedJob, pick: PickNumber): Promise<Progress> {
  const { pattern, fields, tags, placements, partnerId, campaignId } = JSON.parse(job.parameters) as Parameters;
  const count = Math.min(batchOf(job, batchSize), (job.total ?? 0) - job.done);
  if (partnerId !== null && !(await lockPartner(tx, partnerId, "SHARE")))
    throw new JobFailed("The partner of this job was deleted.", "partnerId");
  const campaign = campaignId === null ? undefined : await lockCampaign(tx, campaignId, "SHARE");
  if (campaignId !== null && !campaign) throw new JobFailed("The campaign of this job was deleted.", "campaignId");
  const connections = await lockConnections(tx, placements);
  const codes = (await freeCodes(tx, { pattern, count, pick })).map((code): NewCode => {
    return { rowId: newId(), createdBy: "SERVICE", partnerId, fields: { ...(fields as DiscountCodeFields), code, aliasedCodes: [] } };
  });
  const names = codes.flatMap(({ rowId, fields: given }) =>
    namesOf(given, given, [], new Violations()).map((name) => ({ ...name, discountCodeId: rowId })),
  );
  const { rows, taken } = await insertWithNames(tx, codes, names);
  // After an error, the job repeats the batch with other random codes.
  if (taken.length > 0) throw new Error("Another transaction has created the same code.");
  const records = await completeNewCodes(tx, rows, { tags: tags ? new Map(tags) : undefined, placements, connections });
  if (campaignId !== null) await assignCampaign(tx, campaignId, records);
  const warnings = warningsOfCreated(records, tx.now);
  return { done: codes.length, warnings, cursor: null, isFinished: job.done + codes.length >= (job.total ?? 0) };
}

async function lockConnections(tx: Db, { listed, added }: PlacementPlan) {
  const ids = [...(listed ?? []), ...(added ? [added] : [])].map(({ connectionId }) => connectionId);
  const connections = new Map((await lockConnectionsForUse(tx, ids)).map((row) => [row.rowId, row]));
  if (ids.some((id) => !connections.has(id))) throw new JobFailed("A connection was deleted.", "connectionId");
  return connections;
}

/** Returns distinct random codes that are not in use. */
async function freeCodes(tx: Db, { pattern, count, pick }: { pattern: string; count: number; pick: PickNumber }): Promise<string[]> {
  const free = new Map<string, string>();
  for (let round = 0; free.size < count; round += 1) {
    if (round === maxRounds)
      throw new JobFailed("Too many codes of this pattern already exist. Use a pattern with more # characters.", "pattern");
    const candidates = new Map(
      Array.from({ length: Math.max(count - free.size, minCandidates) }, () => {
        const code = codeOfPattern(pattern, pick);
        return [nameKey(code), code];
      }),
    );
    const owners = await readNameOwners(tx.sql, [...candidates.keys()]);
    for (const [key, code] of candidates) if (!owners.has(key) && free.size < count) free.set(key, code);
  }
  return [...free.values()];
}
