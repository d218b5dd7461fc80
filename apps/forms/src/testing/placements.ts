import { newId } from "@offergraph/shared/time/ids";
import type { Client, Fixture, UserError } from "./fixture.js";
import { createForm } from "./forms.js";

export const placementFields = `rowId placementId workspaceId createdAt updatedAt formId channelId channel { name } connectionId config published publicKey hasSecret
  tierNoteText upsellText tierNoteResolved upsellResolved qr { preset size mode fg eye bg dots eyes link center }
  shortLink { rowId code url disabled clickCount formPlacementId } verifiedAt verifyProblems`;

export interface Placement {
  rowId: string;
  formId: string;
  publicKey: string;
  updatedAt: string;
  shortLink: { rowId: string; code: string; url: string; disabled: boolean };
  [field: string]: unknown;
}

export interface PlacementAnswer {
  placement: Placement | null;
  userErrors: UserError[];
}

/** Runs a mutation with the argument `input`. `selection` lists the payload's fields except userErrors. */
export async function ask<Answer = PlacementAnswer>(
  client: Client,
  operation: string,
  { selection = `placement { ${placementFields} }`, key }: { selection?: string; key?: string | undefined },
  input: object,
): Promise<Answer> {
  const type = `${operation.replace(/(^|_)([a-z])/g, (_all, _separator, letter: string) => letter.toUpperCase())}Input`;
  const mutation = `mutation ($input: ${type}!) { answer: ${operation}(input: $input) { ${selection} userErrors { field code message } } }`;
  return (await client.data<{ answer: Answer }>(mutation, { input }, key)).answer;
}

/** Gives a placement a new secret and returns the secret. Throws if the payload has userErrors. */
export async function rotateSecret(client: Client, { rowId }: Pick<Placement, "rowId">, key?: string): Promise<string> {
  const selection = `placement { ${placementFields} } secret`;
  const answer = await ask<PlacementAnswer & { secret: string | null }>(
    client,
    "rotate_form_placement_secret",
    { selection, key },
    { placementId: rowId },
  );
  if (answer.secret === null) throw new Error(JSON.stringify(answer.userErrors));
  return answer.secret;
}

export const websiteConfig = { allowed_origins: ["https://shop.example"] };

/** Creates a placement on the Website channel. Creates a form if `input` has no formId. */
export async function placeForm(client: Client, input: object = {}): Promise<Placement> {
  const { rowId: formId } = "formId" in input ? { rowId: input.formId } : await createForm(client);
  const all = { formId, channelId: "Website", config: websiteConfig, ...input };
  const { placement, userErrors } = await ask(client, "add_form_placement", {}, all);
  if (!placement) throw new Error(JSON.stringify(userErrors));
  return placement;
}

export async function readPlacement(client: Client, id: string): Promise<Placement | null> {
  const [placement] = await client.entities<Placement>("FormPlacement", [id], placementFields);
  return placement ?? null;
}

/** Inserts a store connection into `connection_references`, the replica of the discounts service's connections. */
export async function addConnection({ admin }: Fixture, { workspaceId }: Client, slug = "store"): Promise<string> {
  const id = newId();
  await admin.query(
    "INSERT INTO connection_references (row_id, workspace_id, slug, name, provider) VALUES ($1, $2, $3, 'A store', 'manual')",
    [id, workspaceId, slug],
  );
  return id;
}
