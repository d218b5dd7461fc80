import type { ManifestInput } from "@offergraph/shared/schema/manifest";

/** State machines of the records. Tests compare the names of the states with the SDL. */
export const stateMachines: ManifestInput["stateMachines"] = [
  {
    title: "Form",
    plural: "forms",
    type: "Form",
    fields: ["status"],
    transitions: [
      "DRAFT ↔ READY; DRAFT or READY → PUBLISHED; PUBLISHED → PUBLISHED (publishes the draft as a new version); PUBLISHED → READY; any → ARCHIVED → DRAFT.",
      "publish_form publishes a form. update_form with status PUBLISHED also publishes the form, but takes no shares. Shares may be omitted if the form is already in the rotation or no form is published; otherwise the error is SHARES_REQUIRED.",
      "The rotation contains every published form exactly once. The shares sum to 100, and exactly one form is main. A form that has a share or is main cannot be archived, deleted or unpublished (IN_USE). First use set_form_promotion to set its share to 0 and make another form main. The last published form can always be removed.",
      "A placement accepts responses if its form is PUBLISHED, the current time is between the form's start and end times, and the placement's `published` is true (set_form_placement_published).",
    ],
  },
  {
    title: "Form response",
    plural: "responses",
    type: "FormResponse",
    fields: ["status"],
    transitions: ["INCOMPLETE → COMPLETE or SKIPPED (final). The outcome sets trustScore and trustReasons and determines the rewards."],
  },
];
