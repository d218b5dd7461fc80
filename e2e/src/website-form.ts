import type { GraphQLClient } from "./client.js";
import { waitUntil } from "./wait-until.js";

interface UserError {
  field: string[];
  code: string;
}

/** Returns true if a reference could not be resolved in time. */
export const isUnavailable = (userErrors: readonly { code: string }[]): boolean => userErrors.some(({ code }) => code === "UNAVAILABLE");

/** Repeats a mutation whose reference could not be resolved in time. */
export const whenAvailable = <Answer extends { userErrors: readonly { code: string }[] }>(
  operation: string,
  send: () => Promise<Answer>,
): Promise<Answer> =>
  waitUntil(`${operation} is available`, async () => {
    const answer = await send();
    return !isUnavailable(answer.userErrors) && answer;
  });

/** Sends a mutation, and throws an Error if the answer has userErrors. */
export async function change<Answer>(client: GraphQLClient, operation: string, input: object, selection: string): Promise<Answer> {
  const type = `${operation.replace(/(^|_)([a-z])/g, (_all, _separator, letter: string) => letter.toUpperCase())}Input`;
  const mutation = `mutation ($input: ${type}!) { answer: ${operation}(input: $input) { ${selection} userErrors { field code } } }`;
  const answer = await whenAvailable(operation, async () => {
    const data = await client.data<{ answer: Answer & { userErrors: UserError[] } }>(mutation, { input });
    return data.answer;
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
