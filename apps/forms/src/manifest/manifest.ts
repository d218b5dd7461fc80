import type { ManifestInput } from "@offergraph/shared/schema/manifest";
import { launchFormWithReward } from "./launch-form-with-reward.js";
import { channels, connections } from "./resources.js";
import { samples } from "./samples.js";
import { stateMachines } from "./state-machines.js";

/** Manifest at GET /manifest. The gateway's code does not depend on the content of the manifest. `routes` lists the public HTTP paths. */
export const manifest: ManifestInput = {
  samples,
  stateMachines,
  listFields: {
    Channel: "rowId, name, surface, serviceHosted, requiresConnection, connections.rowId, connections.name",
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
    {
      name: "form_placements",
      operations: [
        ...["get_form_install", "get_form_channels", "get_form_short_links", "get_form_triggers", "add_form_placement"],
        ...["remove_form_placement", "verify_form_placement", "set_form_placement_published", "set_form_placement_copy"],
        ...["set_form_placement_qr_style", "rotate_form_public_key", "rotate_form_placement_secret", "replace_form_triggers"],
        "set_short_link_disabled",
      ],
    },
    {
      name: "responses",
      operations: [
        ...["get_form_responses_surface", "get_form_insight_read", "get_discount_code_response_series", "list_form_responses"],
        ...["get_form_response", "get_discount_code_form_responses", "get_form_views"],
      ],
    },
  ],
  prompts: [launchFormWithReward],
  resources: [connections, channels],
  routes: [
    { name: "hosted_page", path: "/f/" },
    { name: "collect", path: "/v1/collect/" },
    { name: "short_link", path: "/s/" },
    { name: "grant_status", path: "/g/" },
    { name: "form_preview", path: "/preview/" },
    { name: "embed_script", path: "/embed.js", isStatic: true },
    { name: "form_assets", path: "/assets/forms/", isStatic: true },
    { name: "brand_assets", path: "/assets/brand/" },
  ],
  guide: { manages: "forms", refNames: ["the slug or title of a form"] },
};
