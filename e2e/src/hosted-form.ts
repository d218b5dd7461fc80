import type { GraphQLClient } from "./client.js";
import { change } from "./website-form.js";

export interface HostedForm {
  formId: string;
  formSlug: string;
  placementId: string;
  publicKey: string;
}

export const short = { title: "How was it?", elements: [{ type: "text", name: "why", title: "Why?", isRequired: true }] };

export const model = {
  title: "How was your order?",
  description: "Two minutes, and we read every answer.",
  completedHtml: "<p>We are <b>glad</b> you told us.</p>",
  pages: [
    {
      name: "first",
      elements: [
        { type: "rating", name: "stars", title: "How was it?", rateType: "stars", isRequired: true },
        { type: "radiogroup", name: "way", title: "What brought you here?", choices: ["A friend", "A search", "An advert"] },
        { type: "comment", name: "story", title: "Tell us more" },
      ],
    },
    {
      name: "second",
      elements: [
        { type: "text", name: "email", title: "Your e-mail", inputType: "email", isRequired: true, validators: [{ type: "email" }] },
        { type: "dropdown", name: "country", title: "Country", choices: ["France", "Germany", "Italy"] },
        { type: "checkbox", name: "drinks", title: "Which did you try?", choices: ["Espresso", "Filter", "Cold brew"] },
        { type: "boolean", name: "again", title: "Would you come again?" },
        { type: "matrix", name: "parts", title: "Rate these", columns: ["Bad", "Good"], rows: ["Taste", "Service"] },
        { type: "ranking", name: "order", title: "What matters most?", choices: ["Price", "Taste", "Speed"] },
      ],
    },
  ],
};

/** Creates a published form with a published placement. Without `channelId`, the placement is on the hosted page. */
export async function hostedForm(
  client: GraphQLClient,
  options: { payload?: object; channelId?: string; config?: object } = {},
): Promise<HostedForm> {
  const { payload = model, channelId = "Hosted page", config = {} } = options;
  const made = await change<{ form: { rowId: string; formSlug: string } }>(
    client,
    "create_form",
    { body: { title: "A form for the tests" } },
    "form { rowId formSlug }",
  );
  const { rowId: formId, formSlug } = made.form;
  await change(client, "save_form_draft", { formId, payload }, "");
  const { rotation } = await client.data<{ rotation: { formId: string; main: boolean; share: number }[] }>(
    "{ rotation: get_promotion_rotation { formId main share } }",
  );
  await change(
    client,
    "publish_form",
    { formId, ...(rotation.length > 0 && { shares: [...rotation, { formId, main: false, share: 0 }] }) },
    "",
  );
  const { placement } = await change<{ placement: { rowId: string; publicKey: string } }>(
    client,
    "add_form_placement",
    { formId, channelId, config },
    "placement { rowId publicKey }",
  );
  const { rowId: placementId, publicKey } = placement;
  await change(client, "set_form_placement_published", { placementId, published: true }, "");
  return { formId, formSlug, placementId, publicKey };
}
