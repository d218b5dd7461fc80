import { graphqlClient } from "../client.js";
import { requestWithRetry } from "../request-with-retry.js";
import type { SystemFile } from "../start-system.js";
import type { FoundGrant, ScoredResponse } from "./expected-grants.js";
import type { Plan, PlannedForm, PlannedResponse } from "./plan.js";

const grantFields = "rowId incentiveId ruleId formResponseId customerId kindSlug state failureReason code";
const ofIncentive = `query ($id: UUID!, $after: Cursor) { incentive: get_incentive(id: $id) { grants(first: 500, after: $after) {
  nodes { ${grantFields} } pageInfo { hasNextPage endCursor } } } }`;
const ofForm = `query ($slug: String!) { surface: get_form_responses_surface(slug: $slug, first: 1000) { responses { nodes {
  rowId status customerId trustScore grants { ${grantFields} } } } } }`;

interface Page {
  incentive: { grants: { nodes: FoundGrant[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } } };
}
export interface FoundResponse {
  rowId: string;
  status: string;
  customerId: string | null;
  trustScore: number;
  grants: FoundGrant[];
}

export async function readGrants(file: SystemFile, plan: Plan): Promise<{ grants: FoundGrant[]; responses: FoundResponse[] }> {
  const client = graphqlClient(file.baseUrl, file.secretKey);
  const grants: FoundGrant[] = [];
  for (const { rowId: id } of plan.incentives) {
    let after: string | null = null;
    do {
      const { incentive }: Page = await client.data<Page>(ofIncentive, { id, after });
      grants.push(...incentive.grants.nodes);
      after = incentive.grants.pageInfo.hasNextPage ? incentive.grants.pageInfo.endCursor : null;
    } while (after !== null);
  }
  const responses: FoundResponse[] = [];
  for (const { formSlug: slug } of plan.forms) {
    const { surface } = await client.data<{ surface: { responses: { nodes: FoundResponse[] } } }>(ofForm, { slug });
    responses.push(...surface.responses.nodes);
  }
  return { grants, responses };
}

/**
 * Compares the planned form responses with the stored form responses. Returns the mismatches, and the planned responses with their trust
 * scores.
 */
export function scoredResponses(
  planned: readonly PlannedResponse[],
  found: readonly FoundResponse[],
  customerIdOf: (ref: string) => string,
) {
  const byId = new Map(found.map((response) => [response.rowId, response]));
  const mismatches: string[] = [];
  const scored: ScoredResponse[] = [];
  for (const response of planned) {
    const { id, outcome, customerRef } = response;
    const is = byId.get(id);
    const customerId = customerRef === null ? null : customerIdOf(customerRef);
    if (!is) mismatches.push(`response ${id} is lost`);
    else if (is.status !== outcome) mismatches.push(`response ${id} is ${is.status} instead of ${outcome}`);
    else if (is.customerId !== customerId) mismatches.push(`response ${id} is of ${is.customerId} instead of ${customerId}`);
    if (is) scored.push({ ...response, trustScore: is.trustScore });
    for (const grant of is?.grants ?? [])
      if (grant.customerId !== customerId) mismatches.push(`grant ${grant.rowId} is of ${grant.customerId} instead of ${customerId}`);
  }
  if (found.length !== planned.length) mismatches.push(`${found.length} responses instead of ${planned.length}`);
  return { mismatches, scored };
}

/** Returns sorted grants as the visitor's browser gets them. Only ISSUED grants have a code. */
export async function readVisitorGrants(baseUrl: string, { publicKey }: PlannedForm, id: string): Promise<string> {
  type Response = { grants: { kind: string; state: string; code?: string }[] };
  const { grants } = await requestWithRetry<Response>("GET", `${baseUrl}/v1/collect/${publicKey}/responses/${id}`);
  return grants
    .map(({ kind, state, code }) => describeGrant(kind, state, code))
    .sort()
    .join();
}

export const describeGrant = (kind: string, state: string, code: string | null | undefined) => `${kind} ${state} ${code ?? "-"}`;
