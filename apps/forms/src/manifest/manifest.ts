import type { ManifestInput } from "@offergraph/shared/schema/manifest";
import { launchFormWithReward } from "./launch-form-with-reward.js";
import { channels, connections } from "./resources.js";
import { samples } from "./samples.js";
import { stateMachines } from "./state-machines.js";

/** Manifest at GET /manifest. A change here requires no new gateway code. `routes` lists the public HTTP paths. */
export const manifest: ManifestInput = {
  samples,
  stateMachines,
  listFields: {
    Form: "rowId, formSlug, title, status, surfaces, publishedAt, endsAt",
    FormTrigger: "rowId, formId, type, matches.op, matches.value, delay_ms, percent, selector",
    InsightAnswer: "answerId, who, formSlug, createdAt, question, text, reasonOutcome",
    InsightFact: "answerId, kind, formSlug, subject, subjectClass, attribute, attributeClass, polaritySign, confidence",
    FormResponse: "rowId, completedAt, status, form.formSlug, channel.name, customer.name, answers, trustScore",
  },
  common: [
    ...["list_forms", "get_form_channels", "list_form_responses", "create_form", "save_form_draft", "publish_form"],
    ...["add_form_placement", "set_form_placement_published"],
  ],
  toolsets: [
    { name: "placement_secrets", operations: ["rotate_form_placement_secret"] },
    { name: "responses", operations: ["list_form_responses"] },
  ],
  prompts: [launchFormWithReward],
  resources: [connections, channels],
  routes: [
    { name: "hosted_page", path: "/f/" },
    { name: "collect", path: "/v1/collect/" },
    { name: "short_link", path: "/s/" },
    { name: "grant_status", path: "/g/" },
    { name: "embed_script", path: "/embed.js", isStatic: true },
    { name: "form_assets", path: "/assets/forms/", isStatic: true },
    { name: "brand_assets", path: "/assets/brand/" },
  ],
  guide: { manages: "forms", refNames: ["the slug or title of a form"] },
};
