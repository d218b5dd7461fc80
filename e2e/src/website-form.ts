import type { GraphQLClient } from "./client.js";
import { waitUntil } from "./wait-until.js";

interface UserError {
  field: string[];
  code: string;
}

/** Repeats a call whose reference could not be resolved in time. */
export async function change<Answer>(client: GraphQLClient, operation: string, input: object, selection: string): Promise<Answer> {
  const type = `${operation.replace(/(^|_)([a-z])/g, (_all, _separator, letter: string) => letter.toUpperCase())}Input`;
  const mutation = `mutation ($input: ${type}!) { answer: ${operation}(input: $input) { ${selection} userErrors { field code } } }`;
  const { answer } = await waitUntil(`${operation} is available`, async () => {
    const result = await client.data<{ answer: Answer & { userErrors: UserError[] } }>(mutation, { input });
    return !result.answer.userErrors.some(({ code }) => code === "UNAVAILABLE") && result;
  });
  if (answer.userErrors.length > 0) throw new Error(JSON.stringify(answer.userErrors));
  return answer;
}

export const setTriggers = (client: GraphQLClient, formId: string, triggers: object[]) =>
  change(client, "replace_form_triggers", { formId, triggers }, "");

export async function snippetOf(client: GraphQLClient, slug: string): Promise<string> {
  const query = "query ($slug: String!) { install: get_form_install(slug: $slug) { placements { snippet } } }";
  const { install } = await client.data<{ install: { placements: { snippet: string }[] } }>(query, { slug });
  return install.placements[0]?.snippet ?? "";
}

interface StoredResponse {
  rowId: string;
  status: string;
  answers: Record<string, unknown>;
  visitorId: string | null;
  sessionId: string | null;
  clickId: string | null;
  clickIdKind: string | null;
  originRef: string | null;
}

export async function responsesTo(client: GraphQLClient, slug: string): Promise<StoredResponse[]> {
  const fields = "rowId status answers visitorId sessionId clickId clickIdKind originRef";
  const query = `query ($slug: String!) { surface: get_form_responses_surface(slug: $slug) { responses { nodes { ${fields} } } } }`;
  const { surface } = await client.data<{ surface: { responses: { nodes: StoredResponse[] } } }>(query, { slug });
  return surface.responses.nodes;
}
