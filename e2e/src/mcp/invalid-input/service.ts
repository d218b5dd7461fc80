import type { ScenarioState } from "../scenario/state.js";
import { mutateInput } from "./case.js";

type Input = Record<string, unknown>;

/** Input that the JSON Schema accepts but the service rejects, for example contradictory fields. */
export interface ServiceCase {
  readonly call: string;
  readonly what: string;
  readonly change: (input: Input, state: ScenarioState) => Input;
  readonly refusal: string;
  readonly at: string;
}

const unknownId = "01900000-0000-7000-8000-000000000000";
const at =
  (path: string, value: unknown | ((state: ScenarioState) => unknown)) =>
  (input: Input, state: ScenarioState): Input =>
    mutateInput(input, path, typeof value === "function" ? value(state) : value);

export const serviceCases: readonly ServiceCase[] = [
  {
    call: "create_discount_code",
    what: "a NUL character",
    change: at("input.body.code", "a\u0000b"),
    refusal: "INVALID",
    at: "input.body.code",
  },
  {
    call: "save_discount_code: with arguments",
    what: "neither body nor input",
    change: ({ id }) => ({ id }),
    refusal: "REQUIRED",
    at: "body",
  },
  {
    call: "save_discount_code: with arguments",
    what: "both body and input",
    change: at("input", { body: { title: "Two" } }),
    refusal: "INVALID",
    at: "input",
  },
  {
    call: "update_form",
    what: "two reasons with one key",
    change: at("input.body.reason_set.reasons.1.key", "friend"),
    refusal: "TAKEN",
    at: "input.body.reason_set.reasons.1.key",
  },
  {
    call: "add_form_placement: on a website",
    what: "a website without origins",
    change: at("input.config", {}),
    refusal: "REQUIRED",
    at: "input.config.allowed_origins",
  },
  {
    call: "add_form_placement",
    what: "a connection for a hosted page",
    change: at("input.connectionId", ({ shop }: ScenarioState) => shop),
    refusal: "INVALID",
    at: "input.connectionId",
  },
  {
    call: "create_discount_code",
    what: "a taken code in another case",
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
    what: "a date that does not exist",
    change: at("input.body.start_at", "2026-02-30T00:00:00Z"),
    refusal: "BAD_USER_INPUT",
    at: "input.body.start_at",
  },
  {
    call: "create_discount_code",
    what: "an unknown connection",
    change: at("input.connectionId", unknownId),
    refusal: "NOT_FOUND",
    at: "input.connectionId",
  },
  {
    call: "save_discount_code: with arguments",
    what: "an unknown id",
    change: at("id", unknownId),
    refusal: "NOT_FOUND",
    at: "id",
  },
  {
    call: "save_discount_code: with arguments",
    what: "a percentage in addition to the amount",
    change: at("body", { value_percent: 5 }),
    refusal: "INVALID",
    at: "body.value_percent",
  },
  { call: "delete_discount_code", what: "an unknown id", change: at("input.id", unknownId), refusal: "NOT_FOUND", at: "input.id" },
  {
    call: "bulk_update_discount_code_status",
    what: "one unknown id among many",
    change: at("input.ids", ({ spare }: ScenarioState) => [spare, unknownId]),
    refusal: "NOT_FOUND",
    at: "input.ids.1",
  },
  { call: "add_discount_placements", what: "a code that is already placed there", change: (input) => input, refusal: "TAKEN", at: "input" },
  {
    call: "set_placement_targets",
    what: "a connection of another placement",
    change: at("input.connectionId", ({ counter }: ScenarioState) => counter),
    refusal: "INVALID",
    at: "input.connectionId",
  },
  {
    call: "list_discount_codes",
    what: "after together with an offset",
    change: (input) => ({ ...input, offset: 1, after: "abc" }),
    refusal: "BAD_USER_INPUT",
    at: "after",
  },
  { call: "list_discount_codes", what: "a forged cursor", change: at("after", "abc"), refusal: "BAD_USER_INPUT", at: "after" },
  {
    call: "list_orders",
    what: "a date that does not exist",
    change: at("filter.placedDay", { equalTo: "2026-02-30" }),
    refusal: "BAD_USER_INPUT",
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
    what: "an unknown form",
    change: at("input.formId", unknownId),
    refusal: "NOT_FOUND",
    at: "input.formId",
  },
  {
    call: "publish_form: in a rotation",
    what: "shares without a published form",
    change: at("input.shares", ({ second }: ScenarioState) => [{ formId: second, main: true, share: 100 }]),
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
    what: "the same form twice",
    change: at("input.shares.1.formId", ({ form }: ScenarioState) => form),
    refusal: "TAKEN",
    at: "input.shares.1.formId",
  },
  {
    call: "replace_form_triggers",
    what: "an invalid selector",
    change: at("input.triggers.4.selector", "a["),
    refusal: "INVALID",
    at: "input.triggers.4.selector",
  },
  {
    call: "add_form_placement",
    what: "settings of another surface",
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
    what: "colors without contrast",
    change: at("input.qr", { fg: "#777777", bg: "#999999" }),
    refusal: "INVALID",
    at: "input.qr.fg",
  },
  {
    call: "delete_form",
    what: "the rotation's main form",
    change: at("input.formId", ({ form }: ScenarioState) => form),
    refusal: "IN_USE",
    at: "input.formId",
  },
  {
    call: "create_incentive",
    what: "an unknown discount code",
    change: at("input.rules.0.discount_code_id", unknownId),
    refusal: "NOT_FOUND",
    at: "input.rules.0.discount_code_id",
  },
  {
    call: "update_incentive",
    what: "activation without a form",
    change: at("input", ({ other }: ScenarioState) => ({ incentiveId: other, status: "ACTIVE" })),
    refusal: "INVALID_TRANSITION",
    at: "input.status",
  },
  {
    call: "decline_incentive_grant",
    what: "the opposite decision",
    change: at("input.grantId", ({ released }: ScenarioState) => released),
    refusal: "ALREADY_DECIDED",
    at: "input.grantId",
  },
  {
    call: "release_incentive_grant",
    what: "an unknown grant",
    change: at("input.grantId", unknownId),
    refusal: "NOT_FOUND",
    at: "input.grantId",
  },
];
