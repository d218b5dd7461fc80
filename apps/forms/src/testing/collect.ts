import { newId } from "@offergraph/shared/time/ids";
import { visitorOf } from "@offergraph/testkit/visitor";
import type { Client, Fixture } from "./fixture.js";
import { done, type Form, getRotation, mutate, saveDraft } from "./forms.js";
import { ask, type Placement, placeForm } from "./placements.js";

/** A survey with a required text question, a rating question and an optional text question. */
export const surveyModel = {
  pages: [
    {
      name: "first",
      elements: [
        { type: "text", name: "why", isRequired: true },
        { type: "rating", name: "stars", rateMax: 5 },
        { type: "text", name: "more" },
      ],
    },
  ],
};

export interface OpenForm {
  form: Form;
  placement: Placement;
}

/** Creates a published form with a published placement, by default on the hosted page. */
export async function openForm(
  client: Client,
  { model = surveyModel, input = { channelId: "Hosted page", config: {} } }: { model?: object; input?: object } = {},
): Promise<OpenForm> {
  const { rowId } = await done(mutate(client, "create_form", { body: { title: "A form" } }));
  await saveDraft(client, rowId, model);
  const before = (await getRotation(client)).map((share) => ({ ...share, main: false, share: 0 }));
  const shares = before.length > 0 ? [...before, { formId: rowId, main: true, share: 100 }] : undefined;
  const form = await done(mutate(client, "publish_form", { formId: rowId, shares }));
  const { rowId: placementId } = await placeForm(client, { ...input, formId: rowId });
  return { form, placement: await setPublished(client, placementId, true) };
}

export async function setPublished(client: Client, placementId: string, published: boolean): Promise<Placement> {
  const { placement, userErrors } = await ask(client, "set_form_placement_published", {}, { placementId, published });
  if (!placement) throw new Error(JSON.stringify(userErrors));
  return placement;
}

// biome-ignore lint/suspicious/noExplicitAny: Tests read any field of a JSON response.
export type Said = any;

export interface Answered {
  status: number;
  said: Said;
  headers: Headers;
}

export interface Asking {
  headers?: Record<string, string>;
  address?: string;
}

/** Client of the collect API (/v1/collect). Sends requests to the service in the same way as the gateway. */
export function visitors(fixture: Pick<Fixture, "running" | "clock">, url = fixture.running.url) {
  const visit = visitorOf(url, () => fixture.clock.now());
  async function send(method: string, path: string, body?: object | string, asking: Asking = {}): Promise<Answered> {
    const response = await visit(path, { method, ...(body !== undefined && { body }), ...asking });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return { status: response.status, said: isJson && text ? JSON.parse(text) : text, headers: response.headers };
  }
  const at = ({ publicKey }: { publicKey: string }) => `/v1/collect/${publicKey}`;
  return {
    send,
    offer: (placement: { publicKey: string }, visitorId?: string, asking?: Asking) =>
      send("GET", at(placement) + (visitorId === undefined ? "" : `?visitorId=${encodeURIComponent(visitorId)}`), undefined, asking),
    start: (placement: { publicKey: string }, body: object | string = {}, asking?: Asking) =>
      send("POST", `${at(placement)}/responses`, typeof body === "string" ? body : { id: newId(), visitorId: newId(), ...body }, asking),
    change: (placement: { publicKey: string }, id: string, body: object | string, asking?: Asking) =>
      send("PATCH", `${at(placement)}/responses/${id}`, body, asking),
    read: (placement: { publicKey: string }, id: string, asking?: Asking) =>
      send("GET", `${at(placement)}/responses/${id}`, undefined, asking),
  };
}
export type Visitors = ReturnType<typeof visitors>;

/** Formats an HTTP response as its status and its error code or userErrors. */
export function wordsOf({ status, said }: Answered): string {
  const found = (said.userErrors ?? []).map(({ field, code }: { field: string[]; code: string }) => `${field.join(".")} ${code}`);
  return [status, said.errors?.[0]?.extensions.code ?? found.sort().join(", ")].filter((part) => part !== "").join(" ");
}

export async function storedResponse({ admin }: Fixture, id: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await admin.query("SELECT * FROM form_responses WHERE row_id = $1", [id]);
  return rows[0];
}
