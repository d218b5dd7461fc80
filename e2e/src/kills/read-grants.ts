import { graphqlClient } from "../client.js";
import type { SystemFile } from "../start-system.js";
import type { FoundGrant, ScoredResponse } from "./expected.js";
import type { Plan, PlannedForm, PlannedResponse } from "./plan.js";
import { retried } from "./retried.js";

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

/** All grants as the incentives have them, and all responses with theirs, as the API says. */
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

/** What is wrong with the responses themselves; and those that are there, with their trust. */
export function scoredResponses(
  planned: readonly PlannedResponse[],
  found: readonly FoundResponse[],
  customerIdOf: (ref: string) => string,
) {
  const byId = new Map(found.map((response) => [response.rowId, response]));
  const faults: string[] = [];
  const scored: ScoredResponse[] = [];
  for (const response of planned) {
    const { id, outcome, customerRef } = response;
    const is = byId.get(id);
    const customerId = customerRef === null ? null : customerIdOf(customerRef);
    if (!is) faults.push(`response ${id} is lost`);
    else if (is.status !== outcome) faults.push(`response ${id} is ${is.status} instead of ${outcome}`);
    else if (is.customerId !== customerId) faults.push(`response ${id} is of ${is.customerId} instead of ${customerId}`);
    if (is) scored.push({ ...response, trustScore: is.trustScore });
    for (const grant of is?.grants ?? [])
      if (grant.customerId !== customerId) faults.push(`grant ${grant.rowId} is of ${grant.customerId} instead of ${customerId}`);
  }
  if (found.length !== planned.length) faults.push(`${found.length} responses instead of ${planned.length}`);
  return { faults, scored };
}

/** The states and codes that a visitor is told, sorted; a code only of what is issued. */
export async function toldTo(baseUrl: string, { publicKey }: PlannedForm, id: string): Promise<string> {
  type Told = { grants: { kind: string; state: string; code?: string }[] };
  const { grants } = await retried<Told>("GET", `${baseUrl}/v1/collect/${publicKey}/responses/${id}`);
  return grants
    .map(({ kind, state, code }) => told(kind, state, code))
    .sort()
    .join();
}

export const told = (kind: string, state: string, code: string | null | undefined) => `${kind} ${state} ${code ?? "-"}`;
