import type { Job } from "./job.js";

/** From nothing to a form that is shown and rewards those who answer it. */
export const launchFormWithReward: Job = {
  prompt: {
    name: "launch_form_with_reward",
    title: "Launch a form with a reward",
    description: "Makes a form and an incentive for answering it, publishes both and says where the form is.",
    arguments: [
      { name: "title", description: "The form's title; may say what it asks, too.", required: true },
      { name: "reward", description: 'What is given for answering, e.g. "10 % off, a code for each customer".', required: true },
      { name: "channel", description: 'The channel\'s name; "Hosted page" unless given.' },
    ],
  },
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
  text: ({ title = "", reward = "", channel = "Hosted page" }) => `Launch a form and a reward for answering it.

- Form: ${JSON.stringify(title)}
- Reward: ${JSON.stringify(reward)}
- Channel: ${JSON.stringify(channel)}

Go step by step; when a call is an error, mend it by the paths of its userErrors before you go on. Steps 1-5 show nothing to anybody. Before step 6, tell the user what is about to be published, with the questions, the reward and the shares, and wait for a yes.

1. Look at what is there. Read offergraph://channels (surface of the channel, whether it requires a connection, and which ones there are). \`get_promotion_rotation\`: which forms are published, with their shares. \`list_forms\` with a filter on title and first: 20: is there one of this name already?
2. \`create_form\` with body {title, surfaces: [the channel's surface]}. Keep rowId and formSlug: the slug is made from the title and stays.
3. \`save_form_draft\` with payload, a SurveyJS model: {"pages": [{"name": "one", "elements": [{"type": "rating", "name": "ease", "title": "…", "isRequired": true}, {"type": "comment", "name": "why", "title": "…"}]}]}. At most 256 KiB. What is published later is a copy: a draft that changes afterwards has to be published again.
4. What the reward is made of. \`get_incentive_kinds\` tells the kinds and what the terms of each have to be (no other keys). For the kind discount there has to be a code: find it with \`list_discount_codes\`, or make it with \`create_discount_code\` (code, aliased_codes, title, value_kind, value_percent, value_amount, usage_limit, start_at, ends_at and status all have to be present; the value of the other kind is null; a code that is EXPIRED gives no grants). terms.delivery: SHARED shows everybody the code itself, UNIQUE mints one for each customer (terms.prefix), POOL gives each customer one of the code's aliases, and when none is left the grant is FAILED with POOL_EMPTY. A store only takes a code that is placed on its connection: \`add_discount_placements\`.
5. \`create_incentive\` with formId and rules, e.g. [{kind_slug: "discount", outcome: "COMPLETE", discount_code_id: …, terms: {delivery: "UNIQUE", prefix: "THANKS", expires_in_days: 30}}]. At most 3 rules; connection_id only for billing_credit. limitCount and limitPeriod (claims of one customer) go together. It is a DRAFT and grants nothing yet.
6. \`publish_form\`. Without shares only if no other form is published; then it has all of the rotation. Else shares is the whole rotation: every published form and this one exactly once, shares that sum to 100, exactly one with main: true. The share only splits visitors of the main form's placement: a form that has a link of its own may have the share 0.
7. \`update_incentive\` with status ACTIVE, before anybody can answer: only ACTIVE incentives grant, and not for answers given earlier. It needs a form and at least one rule (INVALID_TRANSITION otherwise). minTrustScore (0.4-1), if the user wants doubtful answers to wait for a decision: see offergraph://held-grants.
8. \`add_form_placement\` with the form, the channel and config. WEBSITE: {allowed_origins: ["https://shop.example"]}, and what opens the form by \`replace_form_triggers\`. EMAIL_SHAREABLE: {} or {redirect_url}. IN_PLATFORM: {} or {slot}. connectionId where the channel requires a connection, never where the service hosts the page.
9. \`set_form_placement_published\` with published: true: a new placement takes no responses until then. Then \`verify_form_placement\`: verifyProblems has to be empty.
10. \`get_form_install\` with the slug tells the link, the script or both.

At the end say: the form's slug and link, the reward and its limits, the rotation as it is now. A reward needs a known customer: until the page says who answered, the grant is PENDING.`,
};
