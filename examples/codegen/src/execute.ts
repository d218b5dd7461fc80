import type { TypedDocumentString } from "./generated/graphql.js";

const { OFFERGRAPH_URL = "http://localhost:4000", OFFERGRAPH_KEY = "" } = process.env;

/** Sends a document. The document determines the types of the variables and the result. */
export async function execute<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: NoInfer<Variables>,
): Promise<Result> {
  const response = await fetch(`${OFFERGRAPH_URL}/graphql/v1`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${OFFERGRAPH_KEY}` },
    body: JSON.stringify({ query: document.toString(), variables }),
  });
  const { data, errors = [] } = (await response.json()) as { data?: Result; errors?: { message: string }[] };
  if (errors[0] || !data) throw new Error(errors[0]?.message ?? `The API responded with ${response.status}.`);
  return data;
}
