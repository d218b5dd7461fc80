import type { ManifestInput } from "@offergraph/shared/schema/manifest";

/** States of the records; tests compare their names with the SDL. */
export const stateMachines: ManifestInput["stateMachines"] = [
  {
    title: "Form",
    plural: "forms",
    type: "Form",
    fields: ["status"],
    transitions: [
      "DRAFT ↔ READY; DRAFT or READY → PUBLISHED; PUBLISHED → PUBLISHED (a new version of the draft); PUBLISHED → READY; any → ARCHIVED → DRAFT.",
      "publish_form publishes; update_form with status PUBLISHED does the same without shares. Shares may be omitted if the form is already in the rotation or no form is published (otherwise SHARES_REQUIRED).",
      "The rotation contains every published form exactly once; shares sum to 100, exactly one form is main. Archiving, deleting or unpublishing a form that has a share or is main is IN_USE: first use set_form_promotion to set its share to 0 and make another form main. The last published form can always be removed.",
      "A placement accepts responses while its form is PUBLISHED, within the form's times, and `published` is true on the placement (set_form_placement_published).",
    ],
  },
  {
    title: "Form response",
    plural: "responses",
    type: "FormResponse",
    fields: ["status"],
    transitions: ["INCOMPLETE → COMPLETE or SKIPPED, both final. The outcome sets trustScore and trustReasons and determines the rewards."],
  },
];
