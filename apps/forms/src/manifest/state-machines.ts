import type { ManifestInput } from "@offergraph/shared/schema/manifest";

/** State machines of forms and form responses. Tests compare the names of the states with the SDL. */
export const stateMachines: ManifestInput["stateMachines"] = [
  {
    title: "Form",
    plural: "forms",
    type: "Form",
    fields: ["status"],
    edges: [
      { from: ["DRAFT"], to: "READY", by: "update_form" },
      { from: ["READY", "ARCHIVED"], to: "DRAFT", by: "update_form" },
      { from: ["DRAFT", "READY"], to: "PUBLISHED", by: "publish_form or update_form" },
      { from: ["PUBLISHED"], to: "PUBLISHED", by: "publish_form or update_form (both publish the draft as a new version)" },
      { from: ["PUBLISHED"], to: "READY", by: "update_form" },
      { from: ["DRAFT", "READY", "PUBLISHED"], to: "ARCHIVED", by: "update_form" },
    ],
    transitions: [
      "publish_form publishes a form. update_form with status PUBLISHED also publishes the form, but has no field for shares. If other forms are published and this form is not, a call without shares fails with the error SHARES_REQUIRED.",
      "The rotation contains every published form exactly once. The sum of the shares is 100, and exactly one form is main. A form that is main or has a share above 0 cannot be archived, deleted or unpublished (IN_USE). Before these changes, call set_form_promotion with the share 0 for this form and with another form as main. The only published form can always be archived, deleted or unpublished.",
      "A placement accepts responses if its form is PUBLISHED, the current time is between the form's start and end times, and the placement's `published` is true (set_form_placement_published).",
    ],
  },
  {
    title: "Form response",
    plural: "responses",
    type: "FormResponse",
    fields: ["status"],
    edges: [
      { from: ["INCOMPLETE"], to: "COMPLETE", by: "the visitor's request with the outcome COMPLETE" },
      { from: ["INCOMPLETE"], to: "SKIPPED", by: "the visitor's request with the outcome SKIPPED" },
    ],
    transitions: [
      "COMPLETE and SKIPPED are final. When a response gets its outcome, the services compute trustScore and trustReasons, and create the grants for rewards.",
    ],
  },
];
