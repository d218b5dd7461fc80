import { newId } from "@offergraph/shared/time/ids";
import { createForm } from "./forms.js";
import type { Client, UserError, World } from "./world.js";

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

/** What a mutation with one `input` answered; `selection`: what of it beside the userErrors. */
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

/** Gives a placement a secret, and returns it; throws when it is refused. */
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

/** A config that the Website channel takes. */
export const websiteConfig = { allowed_origins: ["https://shop.example"] };

/** A placement of a form (of a new one unless given) on the Website; throws when it is refused. */
export async function placeForm(client: Client, input: object = {}): Promise<Placement> {
  const { rowId: formId } = "formId" in input ? { rowId: input.formId } : await createForm(client);
  const all = { formId, channelId: "Website", config: websiteConfig, ...input };
  const { placement, userErrors } = await ask(client, "add_form_placement", {}, all);
  if (!placement) throw new Error(JSON.stringify(userErrors));
  return placement;
}

/** A placement as it is read; null when there is none. */
export async function readPlacement(client: Client, id: string): Promise<Placement | null> {
  const [placement] = await client.entities<Placement>("FormPlacement", [id], placementFields);
  return placement ?? null;
}

/** A store connection that an event has told of. */
export async function addConnection({ admin }: World, { workspaceId }: Client, slug = "store"): Promise<string> {
  const id = newId();
  await admin.query(
    "INSERT INTO connection_references (row_id, workspace_id, slug, name, provider) VALUES ($1, $2, $3, 'A store', 'manual')",
    [id, workspaceId, slug],
  );
  return id;
}
