import type { Known } from "../story/known.js";
import { spoil } from "./case.js";

type Input = Record<string, unknown>;

/** A call that every schema takes, since what is wrong with it is between its fields, in other records, or beyond what a pattern can say. */
export interface ServiceCase {
  readonly call: string;
  readonly what: string;
  readonly change: (input: Input, known: Known) => Input;
  readonly refusal: string;
  readonly at: string;
}

const nobody = "01900000-0000-7000-8000-000000000000";
const at =
  (path: string, value: unknown | ((known: Known) => unknown)) =>
  (input: Input, known: Known): Input =>
    spoil(input, path, typeof value === "function" ? value(known) : value);

export const serviceCases: readonly ServiceCase[] = [
  {
    call: "create_discount_code",
    what: "a text that no database takes",
    change: at("input.body.code", "a\u0000b"),
    refusal: "INVALID",
    at: "input.body.code",
  },
  {
    call: "save_discount_code: by its arguments",
    what: "neither a body nor an input",
    change: ({ id }) => ({ id }),
    refusal: "REQUIRED",
    at: "body",
  },
  {
    call: "save_discount_code: by its arguments",
    what: "both a body and an input",
    change: at("input", { body: { title: "Two" } }),
    refusal: "INVALID",
    at: "input",
  },
  {
    call: "update_form",
    what: "two reasons of one key",
    change: at("input.body.reason_set.reasons.1.key", "friend"),
    refusal: "TAKEN",
    at: "input.body.reason_set.reasons.1.key",
  },
  {
    call: "add_form_placement: on a website",
    what: "no origins for a website",
    change: at("input.config", {}),
    refusal: "REQUIRED",
    at: "input.config.allowed_origins",
  },
  {
    call: "add_form_placement",
    what: "a connection where the page is hosted",
    change: at("input.connectionId", ({ shop }: Known) => shop),
    refusal: "INVALID",
    at: "input.connectionId",
  },
  {
    call: "create_discount_code",
    what: "a code that is taken, whatever the case",
    change: at("input.body.code", "welcome10"),
    refusal: "TAKEN",
    at: "input.body.code",
  },
  {
    call: "create_discount_code",
    what: "an alias that is another's code",
    change: at("input.body.aliased_codes", [{ code: "SPARE-5" }]),
    refusal: "TAKEN",
    at: "input.body.aliased_codes.0.code",
  },
  {
    call: "create_discount_code",
    what: "an end before its start",
    change: at("input.body.ends_at", "2025-01-01T00:00:00Z"),
    refusal: "OUT_OF_RANGE",
    at: "input.body.ends_at",
  },
  {
    call: "create_discount_code",
    what: "five decimals",
    change: at("input.body.value_percent", 33.33333),
    refusal: "INVALID",
    at: "input.body.value_percent",
  },
  {
    call: "create_discount_code",
    what: "a day that no calendar has",
    change: at("input.body.start_at", "2026-02-30T00:00:00Z"),
    refusal: "400 BAD_USER_INPUT",
    at: "input.body.start_at",
  },
  {
    call: "create_discount_code",
    what: "a connection that there is not",
    change: at("input.connectionId", nobody),
    refusal: "NOT_FOUND",
    at: "input.connectionId",
  },
  {
    call: "save_discount_code: by its arguments",
    what: "an id that there is not",
    change: at("id", nobody),
    refusal: "NOT_FOUND",
    at: "id",
  },
  {
    call: "save_discount_code: by its arguments",
    what: "a percentage beside the amount that it has",
    change: at("body", { value_percent: 5 }),
    refusal: "INVALID",
    at: "body.value_percent",
  },
  { call: "delete_discount_code", what: "an id that there is not", change: at("input.id", nobody), refusal: "NOT_FOUND", at: "input.id" },
  {
    call: "bulk_update_discount_code_status",
    what: "one id of many that there is not",
    change: at("input.ids", ({ spare }: Known) => [spare, nobody]),
    refusal: "NOT_FOUND",
    at: "input.ids.1",
  },
  { call: "add_discount_placements", what: "a code that is placed there already", change: (input) => input, refusal: "TAKEN", at: "input" },
  {
    call: "set_placement_targets",
    what: "a connection that is not the placement's own",
    change: at("input.connectionId", ({ counter }: Known) => counter),
    refusal: "INVALID",
    at: "input.connectionId",
  },
  {
    call: "list_discount_codes",
    what: "after beside an offset",
    change: (input) => ({ ...input, offset: 1, after: "abc" }),
    refusal: "BAD_USER_INPUT",
    at: "after",
  },
  { call: "list_discount_codes", what: "a cursor that was made up", change: at("after", "abc"), refusal: "BAD_USER_INPUT", at: "after" },
  {
    call: "list_orders",
    what: "a day that no calendar has",
    change: at("filter.placedDay", { equalTo: "2026-02-30" }),
    refusal: "400 BAD_USER_INPUT",
    at: "filter.placedDay",
  },
  {
    call: "save_form_draft",
    what: "a model that SurveyJS does not know",
    change: at("input.payload", { elements: [{ type: "hologram", name: "x" }] }),
    refusal: "INVALID",
    at: "input.payload",
  },
  {
    call: "save_form_draft",
    what: "a form that there is not",
    change: at("input.formId", nobody),
    refusal: "NOT_FOUND",
    at: "input.formId",
  },
  {
    call: "publish_form: beside another",
    what: "shares that leave a published form out",
    change: at("input.shares", ({ second }: Known) => [{ formId: second, main: true, share: 100 }]),
    refusal: "SHARES_REQUIRED",
    at: "input.shares",
  },
  {
    call: "set_form_promotion",
    what: "shares that sum to 90",
    change: at("input.shares.0.share", 90),
    refusal: "SHARES_NOT_100",
    at: "input.shares",
  },
  {
    call: "set_form_promotion",
    what: "one form twice",
    change: at("input.shares.1.formId", ({ form }: Known) => form),
    refusal: "TAKEN",
    at: "input.shares.1.formId",
  },
  {
    call: "replace_form_triggers",
    what: "a selector that is none",
    change: at("input.triggers.4.selector", "a["),
    refusal: "INVALID",
    at: "input.triggers.4.selector",
  },
  {
    call: "add_form_placement",
    what: "another surface's settings",
    change: at("input.config", { slot: "x" }),
    refusal: "UNKNOWN_FIELD",
    at: "input.config.slot",
  },
  {
    call: "add_form_placement: in a store",
    what: "no connection",
    change: at("input.connectionId", null),
    refusal: "REQUIRED",
    at: "input.connectionId",
  },
  {
    call: "set_form_placement_qr_style",
    what: "colours that no camera tells apart",
    change: at("input.qr", { fg: "#777777", bg: "#999999" }),
    refusal: "INVALID",
    at: "input.qr.fg",
  },
  {
    call: "delete_form",
    what: "the main form of the rotation",
    change: at("input.formId", ({ form }: Known) => form),
    refusal: "IN_USE",
    at: "input.formId",
  },
  {
    call: "create_incentive",
    what: "a discount code that there is not",
    change: at("input.rules.0.discount_code_id", nobody),
    refusal: "NOT_FOUND",
    at: "input.rules.0.discount_code_id",
  },
  {
    call: "update_incentive",
    what: "a life without a form",
    change: at("input", ({ other }: Known) => ({ incentiveId: other, status: "ACTIVE" })),
    refusal: "INVALID_TRANSITION",
    at: "input.status",
  },
  {
    call: "decline_incentive_grant",
    what: "the opposite of what was decided",
    change: at("input.grantId", ({ released }: Known) => released),
    refusal: "ALREADY_DECIDED",
    at: "input.grantId",
  },
  {
    call: "release_incentive_grant",
    what: "a grant that there is not",
    change: at("input.grantId", nobody),
    refusal: "NOT_FOUND",
    at: "input.grantId",
  },
];
