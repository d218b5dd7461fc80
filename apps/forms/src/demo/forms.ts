import type { CreateFormBody, FormTriggerInput, QrStyleInput, UpdateFormBody } from "../generated/types.js";
import { leavingModel, longModel, reasons, shortModel } from "./models.js";

export interface PlacementSketch {
  channel: "Hosted page" | "Email" | "Website" | "Store checkout";
  config: Record<string, unknown>;
  qr?: QrStyleInput;
  upsell?: string;
}

export interface FormSketch {
  body: CreateFormBody;
  model: Record<string, unknown>;
  more: UpdateFormBody;
  triggers: readonly FormTriggerInput[];
  /**
   * The form's percentage in the rotation. The first form is the main form. The share of each later form is subtracted from the share of
   * the main form. A form without a share stays a draft.
   */
  share?: number;
  placements: readonly PlacementSketch[];
}

const website = { allowed_origins: ["https://shop.example"], position: "bottom_right" };
const upsell = "Stay and get [incentive] on your next order.";

export const longForm: FormSketch = {
  body: { title: "How was your order?", surfaces: ["IN_PLATFORM", "WEBSITE", "EMAIL_SHAREABLE"], priority: 10 },
  model: longModel,
  more: { enable_repeat: true, tags: { "after the order": "green" }, reason_set: { question_key: "reason", reasons: [...reasons] } },
  triggers: [
    { type: "PAGE_URL", matches: [{ op: "CONTAINS", value: "/thank-you" }] },
    { type: "TIME_ON_PAGE", delay_ms: 20_000 },
  ],
  share: 100,
  placements: [
    { channel: "Hosted page", config: { redirect_url: "https://shop.example/thanks" }, qr: { preset: "soft", size: "xl", fg: "#0f4c5c" } },
    { channel: "Email", config: {}, qr: { preset: "accent", size: "m" } },
    { channel: "Website", config: website, upsell },
    { channel: "Store checkout", config: { slot: "thank-you" } },
  ],
};

export const shortForm: FormSketch = {
  body: { title: "Your order in half a minute", surfaces: ["WEBSITE"], priority: 5 },
  model: shortModel,
  more: { tags: { "after the order": "green", trial: "orange" } },
  triggers: [{ type: "SCROLL_DEPTH", percent: 60 }, { type: "EXIT_INTENT" }],
  share: 30,
  placements: [{ channel: "Website", config: website }],
};

export const draftForm: FormSketch = {
  body: { title: "Before you go", surfaces: ["WEBSITE"] },
  model: leavingModel,
  more: { tags: { "without an order": "gray" } },
  triggers: [{ type: "EXIT_INTENT" }],
  placements: [],
};

export const demoForms: readonly FormSketch[] = [longForm, shortForm, draftForm];
