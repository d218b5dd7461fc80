import type { Step } from "./step.js";

/** Creates placements of forms, and sets the placements' texts, QR style and triggers. */
export const placements: readonly Step[] = [
  {
    tool: "add_form_placement",
    input: ({ form }) => ({ input: { formId: form, channelId: "Hosted page", config: { redirect_url: "https://shop.example/thanks" } } }),
    expected: ({ form }) => ({ placement: { formId: form, channel: { name: "Hosted page" }, published: false }, userErrors: [] }),
    captures: { hosted: "placement.placementId" },
  },
  {
    tool: "add_form_placement",
    purpose: "on a website",
    input: ({ formSlug, counter }) => ({
      input: {
        ...{ formId: formSlug, channelId: { name: "Website" }, connectionId: counter },
        config: { allowed_origins: ["https://shop.example", "http://localhost:3000"], position: "bottom_right" },
      },
    }),
    expected: ({ counter }) => ({ placement: { connectionId: counter, config: { position: "bottom_right" } }, userErrors: [] }),
    captures: { website: "placement.placementId" },
  },
  {
    tool: "add_form_placement",
    purpose: "in a store",
    input: ({ form, shop }) => ({
      input: { formId: form, channelId: "Store checkout", config: { slot: "thank-you" }, connectionId: shop },
    }),
    expected: ({ shop }) => ({ placement: { connectionId: shop, config: { slot: "thank-you" } }, userErrors: [] }),
    captures: { inStore: "placement.placementId" },
  },
  {
    tool: "set_form_placement_published",
    input: ({ hosted }) => ({ input: { placementId: hosted, published: true } }),
    expected: ({ hosted }) => ({ placement: { placementId: hosted, published: true }, userErrors: [] }),
  },
  {
    tool: "rotate_form_public_key",
    input: ({ hosted }) => ({ input: { placementId: hosted } }),
    expected: ({ hosted }) => ({ placement: { placementId: hosted }, userErrors: [] }),
    captures: { publicKey: "placement.publicKey" },
  },
  {
    tool: "rotate_form_placement_secret",
    input: ({ website }) => ({ input: { placementId: website } }),
    expected: ({ website }) => ({ placement: { placementId: website, hasSecret: true }, userErrors: [] }),
  },
  {
    tool: "set_form_placement_copy",
    input: ({ hosted }) => ({ input: { placementId: hosted, field: "upsell_text", text: "Take [incentive] home" } }),
    expected: () => ({ placement: { upsellText: "Take [incentive] home" }, userErrors: [] }),
  },
  {
    tool: "set_form_placement_copy",
    purpose: "restore the default text",
    input: ({ hosted }) => ({ input: { placementId: hosted, field: "tier_note_text", text: null } }),
    expected: () => ({ placement: { tierNoteText: null }, userErrors: [] }),
  },
  {
    tool: "set_form_placement_qr_style",
    input: ({ hosted }) => ({
      input: {
        placementId: hosted,
        qr: {
          ...{ preset: "ink", size: "xl", mode: "light", fg: "#102030", eye: "#000000", bg: null, dots: "rounded", eyes: "dot" },
          ...{ link: "https://shop.example/form", center: false },
        },
      },
    }),
    expected: () => ({ placement: { qr: { preset: "ink", fg: "#102030", bg: null, center: false } }, userErrors: [] }),
  },
  {
    tool: "replace_form_triggers",
    input: ({ form }) => ({
      input: {
        formId: form,
        triggers: [
          {
            type: "PAGE_URL",
            matches: [
              { op: "CONTAINS", value: "/cart" },
              { op: "EXACT", value: "https://shop.example/" },
            ],
          },
          { type: "TIME_ON_PAGE", delay_ms: 300_000 },
          { type: "SCROLL_DEPTH", percent: 50 },
          { type: "EXIT_INTENT" },
          { type: "CLICK_ELEMENT", selector: "#buy" },
          { type: "ADD_TO_CART", delay_ms: 0 },
        ],
      },
    }),
    expected: () => ({
      triggers: [
        { matches: [{ op: "CONTAINS" }, {}] },
        { delay_ms: 300_000 },
        { percent: 50 },
        { type: "EXIT_INTENT" },
        { selector: "#buy" },
        { delay_ms: 0 },
      ],
      userErrors: [],
    }),
  },
  {
    tool: "get_form_triggers",
    input: ({ form, second }) => ({ formRowIds: [form, second] }),
    expected: ({ form }) =>
      [{ type: "PAGE_URL" }, { type: "TIME_ON_PAGE" }, {}, {}, {}, {}].map((trigger) => ({ ...trigger, formId: form })),
  },
  {
    tool: "get_form_install",
    input: ({ formSlug }) => ({ slug: formSlug }),
    expected: ({ hosted, formSlug }) => ({
      formSlug,
      placements: [
        { placementId: hosted, surface: "EMAIL_SHAREABLE", published: true, snippet: null },
        { surface: "WEBSITE" },
        { surface: "IN_PLATFORM" },
      ],
    }),
  },
  {
    tool: "verify_form_placement",
    input: ({ hosted }) => ({ input: { placementId: hosted } }),
    expected: () => ({ placement: { verifyProblems: [] }, userErrors: [] }),
  },
  {
    tool: "get_form_short_links",
    input: () => ({}),
    expected: () => [{ disabled: false, clickCount: 0 }, {}, {}],
    captures: { shortLink: "0.rowId" },
  },
  {
    tool: "set_short_link_disabled",
    input: ({ shortLink }) => ({ input: { shortLinkId: shortLink, disabled: true } }),
    expected: ({ shortLink }) => ({ shortLink: { rowId: shortLink, disabled: true }, userErrors: [] }),
  },
];
