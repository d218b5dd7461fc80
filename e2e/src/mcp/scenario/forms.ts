import { expect } from "vitest";
import { model, short } from "../../hosted-form.js";
import type { Step } from "./step.js";

/** Creates and updates forms, saves and publishes their drafts, and sets the rotation of two forms. */
export const forms: readonly Step[] = [
  {
    tool: "create_form",
    input: () => ({
      input: { body: { title: "How was your order?", surfaces: ["WEBSITE", "EMAIL_SHAREABLE", "IN_PLATFORM"], priority: 7 } },
    }),
    expected: () => ({
      form: { title: "How was your order?", surfaces: ["WEBSITE", "EMAIL_SHAREABLE", "IN_PLATFORM"], priority: 7, status: "DRAFT" },
      userErrors: [],
    }),
    captures: { form: "form.rowId", formSlug: "form.formSlug" },
  },
  {
    tool: "create_form",
    purpose: "with a title only",
    input: () => ({ input: { body: { title: "Why did you leave?" } } }),
    expected: () => ({ form: { title: "Why did you leave?", surfaces: [], priority: 0 }, userErrors: [] }),
    captures: { second: "form.rowId" },
  },
  {
    tool: "update_form",
    input: ({ form }) => ({
      input: {
        formId: form,
        body: {
          ...{ view_type: "PICKER", returning_enabled: true, enable_repeat: true, enable_ends_at: false, tags: { "after sales": "pink" } },
          ...{ starts_at: null, ends_at: "2036-01-01T00:00:00Z" },
          reason_set: {
            ...{ question_id: null, question_key: "way" },
            reasons: [
              { key: "friend", what: "A friend told them" },
              { key: "search", what: "They found it by a search" },
            ],
          },
        },
      },
    }),
    expected: ({ form }) => ({
      form: {
        rowId: form,
        viewType: "PICKER",
        tags: { "after sales": "pink" },
        reasonSet: { questionKey: "way", reasons: [{ key: "friend" }, {}] },
      },
      userErrors: [],
    }),
  },
  {
    tool: "save_form_draft",
    input: ({ formSlug }) => ({ input: { formId: formSlug, payload: model } }),
    expected: () => ({ form: { status: "DRAFT", draft: { title: "How was your order?" } }, userErrors: [] }),
  },
  {
    tool: "save_form_draft",
    purpose: "the second form",
    input: () => ({ input: { formId: { name: "Why did you leave?" }, payload: short } }),
    expected: ({ second }) => ({ form: { rowId: second }, userErrors: [] }),
  },
  {
    tool: "publish_form",
    input: ({ form }) => ({ input: { formId: form } }),
    expected: ({ form }) => ({ form: { status: "PUBLISHED" }, rotation: [{ formId: form, main: true, share: 100 }], userErrors: [] }),
  },
  {
    tool: "publish_form",
    purpose: "in a rotation",
    input: ({ form, second }) => ({
      input: {
        formId: second,
        shares: [
          { formId: form, main: true, share: 90 },
          { formId: { name: "why-did-you-leave" }, main: false, share: 10 },
        ],
      },
    }),
    expected: ({ form, second }) => ({
      rotation: [
        { formId: form, share: 90 },
        { formId: second, main: false, share: 10 },
      ],
      userErrors: [],
    }),
  },
  {
    tool: "set_form_promotion",
    input: ({ form, second }) => ({
      input: {
        shares: [
          { formId: form, main: true, share: 100 },
          { formId: second, main: false, share: 0 },
        ],
      },
    }),
    expected: ({ form, second }) => ({
      rotation: [
        { formId: form, share: 100 },
        { formId: second, share: 0 },
      ],
      userErrors: [],
    }),
  },
  {
    tool: "get_promotion_rotation",
    input: () => ({}),
    expected: ({ second }) => [
      { main: true, share: 100, form: { formSlug: "how-was-your-order" } },
      { formId: second, main: false, share: 0 },
    ],
  },
  {
    tool: "get_form",
    input: ({ formSlug }) => ({ slug: formSlug }),
    expected: ({ form }) => ({
      rowId: form,
      status: "PUBLISHED",
      reasonSet: { reasons: [{ what: "A friend told them" }, { key: "search" }] },
    }),
  },
  {
    tool: "get_form_preview",
    input: ({ formSlug }) => ({ formId: formSlug }),
    expected: () => ({ url: expect.stringMatching(/\/preview\/[\w.-]+$/) }),
  },
  {
    tool: "list_forms",
    input: () => ({
      ...{
        first: 1,
        filter: {
          or: [{ formSlug: { equalTo: "why-did-you-leave" } }, { title: { includesInsensitive: "ORDER" } }],
          startsAt: { isNull: true },
        },
      },
    }),
    expected: ({ second }) => ({ nodes: [{ rowId: second }], pageInfo: { hasNextPage: true } }),
  },
  {
    tool: "get_form_channels",
    input: () => ({}),
    expected: () => [
      { name: "Store checkout", surface: "IN_PLATFORM", requiresConnection: true },
      { name: "Website", surface: "WEBSITE" },
      { name: "Hosted page", surface: "EMAIL_SHAREABLE", serviceHosted: true },
      { name: "Email" },
    ],
  },
];
