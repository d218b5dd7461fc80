import type { Client, UserError } from "./fixture.js";

export const formFields = `rowId workspaceId createdAt updatedAt formSlug title surfaces priority status viewType returningEnabled enableRepeat
  enableEndsAt startsAt endsAt tags reasonSet { questionId questionKey reasons { key what } } draft publishedVariantId publishedAt
  placements { rowId } triggers { rowId }`;

export interface Form {
  rowId: string;
  formSlug: string;
  status: string;
  updatedAt: string;
  publishedVariantId: string | null;
  [field: string]: unknown;
}

export interface Share {
  formId: string;
  main: boolean;
  share: number;
}

export interface FormAnswer {
  form: Form | null;
  rotation: Share[] | null;
  deletedId: string | null;
  userErrors: UserError[];
}

const selections: Record<string, string> = {
  create_form: `form { ${formFields} }`,
  update_form: `form { ${formFields} }`,
  save_form_draft: `form { ${formFields} }`,
  publish_form: `form { ${formFields} } rotation { formId main share }`,
  set_form_promotion: "rotation { formId main share }",
  delete_form: "deletedId",
};

export async function mutate(client: Client, operation: string, input: object, idempotencyKey?: string): Promise<FormAnswer> {
  const type = `${operation.replace(/(^|_)([a-z])/g, (_all, _separator, letter: string) => letter.toUpperCase())}Input`;
  const mutation = `mutation ($input: ${type}!) { answer: ${operation}(input: $input) { ${selections[operation]} userErrors { field code message } } }`;
  return (await client.data<{ answer: FormAnswer }>(mutation, { input }, idempotencyKey)).answer;
}

/** Returns the form in a mutation's payload. Throws if the payload has userErrors. */
export async function done(answer: Promise<FormAnswer>): Promise<Form> {
  const { form, userErrors } = await answer;
  if (!form) throw new Error(JSON.stringify(userErrors));
  return form;
}

export const modelOf = (name = "why") => ({ pages: [{ name: "first", elements: [{ type: "text", name }] }] });

export const createForm = (client: Client, title = "A form") => done(mutate(client, "create_form", { body: { title } }));

export const saveDraft = (client: Client, formId: string, payload: object = modelOf()) =>
  done(mutate(client, "save_form_draft", { formId, payload }));

/** Creates a published form. The first form of a workspace gets all visitors of the rotation; for further forms, pass `shares`. */
export async function publishForm(client: Client, title = "A form", shares?: (formId: string) => Share[]): Promise<Form> {
  const { rowId } = await createForm(client, title);
  await saveDraft(client, rowId);
  return done(mutate(client, "publish_form", { formId: rowId, shares: shares?.(rowId) }));
}

export async function getForm(client: Client, slug: string): Promise<Form | null> {
  return (await client.data<{ form: Form | null }>(`query ($slug: String!) { form: get_form(slug: $slug) { ${formFields} } }`, { slug }))
    .form;
}

export async function getRotation(client: Client): Promise<Share[]> {
  return (await client.data<{ rotation: Share[] }>("{ rotation: get_promotion_rotation { formId main share } }")).rotation;
}
