import type { ManifestInput } from "@offergraph/shared/schema/manifest";

/** Values for examples. The slugs and names of records refer to the demo workspace. */
export const samples: ManifestInput["samples"] = {
  slug: "how-was-your-order",
  formId: "how-was-your-order",
  channelId: "Hosted page",
  "CreateFormBody.title": "How was your visit?",
  "UpdateFormBody.title": "How was your visit?",
  payload: { elements: [{ type: "text", name: "why", title: "What brought you here today?" }] },
  config: { redirect_url: "https://shop.example/thanks" },
  SetFormPlacementCopyInput: { field: "upsell_text", text: "Stay and get [incentive] on your next order." },
  SetFormPlacementQrStyleInput: { qr: { preset: "soft", fg: "#0f4c5c" } },
  FormShareInput: { formId: "how-was-your-order", main: true, share: 100 },
  FormTriggerInput: { type: "TIME_ON_PAGE", delay_ms: 20_000 },
};
