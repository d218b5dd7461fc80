import type { PromptInput } from "@offergraph/shared/schema/manifest";

export const launchFormWithReward: PromptInput = {
  name: "launch_form_with_reward",
  title: "Launch a form with a reward",
  description: "Creates and publishes a form with an incentive for respondents, and returns the form's link.",
  priority: 3,
  arguments: [
    { name: "title", description: "The form's title, optionally with the questions to ask.", required: true },
    { name: "reward", description: 'Reward for answering, such as "10 % off with a unique code per customer".', required: true },
    { name: "channel", description: 'Name of the channel. Defaults to "Hosted page".', default: "Hosted page" },
  ],
  tools: [
    "get_promotion_rotation",
    "list_forms",
    "create_form",
    "save_form_draft",
    "get_incentive_kinds",
    "list_discount_codes",
    "create_discount_code",
    "add_discount_placements",
    "create_incentive",
    "publish_form",
    "update_incentive",
    "add_form_placement",
    "replace_form_triggers",
    "set_form_placement_published",
    "verify_form_placement",
    "get_form_install",
  ],
  text: `Launch a form and a reward for answering it.

- Form: {{title}}
- Reward: {{reward}}
- Channel: {{channel}}

Go step by step; if a call fails, correct the input at the paths of its userErrors before you continue. Steps 1-5 are not visible to customers. Before step 6, show the user the questions, the reward and the shares that will be published, and wait for approval.

1. Check what exists. Read offergraph://channels for the channel's surface, its connections, and whether it requires a connection. Call \`get_promotion_rotation\` for the published forms and their shares. Call \`list_forms\` with a filter on title and first: 20 to check if a form with this title exists.
2. \`create_form\` with body {title, surfaces: [the channel's surface]}. Note the returned rowId and formSlug; later steps need them. The slug is derived from the title and never changes.
3. \`save_form_draft\` with payload, a SurveyJS model: {"pages": [{"name": "one", "elements": [{"type": "rating", "name": "ease", "title": "…", "isRequired": true}, {"type": "comment", "name": "why", "title": "…"}]}]}. At most 256 KiB. \`publish_form\` copies the draft, so publish again after each change of the draft.
4. Define the reward. \`get_incentive_kinds\` lists the kinds and the terms of each (no other keys are allowed). The kind discount needs a code: find one with \`list_discount_codes\`, or create one with \`create_discount_code\` (code, aliased_codes, title, value_kind, value_percent, value_amount, usage_limit, start_at, ends_at and status are all required; the value of the other kind is null; an EXPIRED code cannot be granted). With terms.delivery SHARED, every customer gets the code itself. With UNIQUE, the service mints one code per customer, which starts with terms.prefix. With POOL, each customer gets one of the code's aliases; if no alias is available, the grant is FAILED with POOL_EMPTY. A store accepts only codes that are placed on its connection; place the code with \`add_discount_placements\`.
5. \`create_incentive\` with formId and rules, e.g. [{kind_slug: "discount", outcome: "COMPLETE", discount_code_id: …, terms: {delivery: "UNIQUE", prefix: "THANKS", expires_in_days: 30}}]. An incentive has at most 3 rules. Set connection_id only in rules of the kind billing_credit. Set limitCount and limitPeriod (claims per customer) together. The new incentive is a DRAFT and grants nothing yet.
6. \`publish_form\`. Omit shares only if no other form is published; this form then gets the whole rotation. Otherwise, shares must contain every published form and the new form exactly once; the shares must sum to 100, and exactly one form must have main: true. Shares apply only to visitors of the main form's placement: a form with its own link may have the share 0.
7. \`update_incentive\` with status ACTIVE, before customers can answer: an incentive grants rewards only while it is ACTIVE, and grants nothing for answers from before its activation. An ACTIVE incentive needs a form and at least one rule; otherwise, the error is INVALID_TRANSITION. Set minTrustScore (0.4-1) if the user wants to review rewards for doubtful answers: see offergraph://held-grants.
8. \`add_form_placement\` with the form, the channel and config. The config of a WEBSITE placement is {allowed_origins: ["https://shop.example"]}; choose what opens the form with \`replace_form_triggers\`. EMAIL_SHAREABLE: {} or {redirect_url}. IN_PLATFORM: {} or {slot}. Set connectionId if the channel requires a connection; omit it if the service hosts the page.
9. \`set_form_placement_published\` with published: true. An unpublished placement accepts no responses. Then call \`verify_form_placement\`: verifyProblems must be empty.
10. \`get_form_install\` with the slug returns the link, the script or both.

At the end, report the form's slug and link, the reward and its limits, and the current rotation. A reward needs a known customer: until the page identifies the customer, the grant is PENDING.`,
};
