import { absent, type Spoilt } from "./case.js";
import { badType, letters, times } from "./values.js";

const reasons = "input.body.reason_set";

/** Writes of forms that are refused (api.md 2.6, 4.4; decisions.md 3). */
export const formCases: readonly Spoilt[] = [
  {
    call: "create_form",
    cases: [
      ["input.body.title", "", "TOO_SHORT"],
      ["input.body.title", letters(201), "TOO_LONG"],
      ["input.body.title", null, badType],
      ["input.body.title", absent, badType],
      ["input.body.surfaces", ["TELEVISION"], badType],
      ["input.body.surfaces", null, "REQUIRED"],
      ["input.body.priority", 10_000, "OUT_OF_RANGE"],
      ["input.body.priority", -1, "OUT_OF_RANGE"],
      ["input.body.priority", 1.5, badType],
      ["input.body.status", "READY", badType],
    ],
  },
  {
    call: "update_form",
    cases: [
      ["input.formId", { slug: "x" }, badType],
      ["input.body.title", letters(201), "TOO_LONG"],
      ["input.body.status", "LIVE", badType],
      ["input.body.status", null, "REQUIRED"],
      ["input.body.view_type", "POPUP", badType],
      ["input.body.enable_repeat", 1, badType],
      ["input.body.ends_at", "2036-01-01T00:00:00", badType],
      ["input.body.tags", { bad: "beige" }, "INVALID"],
      ["input.body.formSlug", "mine", badType],
      [`${reasons}.question_id`, "way", badType],
      [`${reasons}.question_key`, letters(65), "TOO_LONG"],
      [`${reasons}.question_key`, "", "TOO_SHORT"],
      [`${reasons}.reasons`, [{ key: "only", what: "One" }], "TOO_SHORT"],
      [`${reasons}.reasons`, absent, badType],
      [`${reasons}.reasons.0.key`, "Friend", "INVALID"],
      [`${reasons}.reasons.0.key`, "1st", "INVALID"],
      [`${reasons}.reasons.0.key`, letters(33), "TOO_LONG"],
      [`${reasons}.reasons.0.what`, "", "TOO_SHORT"],
      [`${reasons}.reasons.0.family`, "x", badType],
    ],
  },
  {
    call: "save_form_draft",
    cases: [
      ["input.payload", "{}", badType],
      ["input.payload", [{ type: "text" }], badType],
    ],
  },
  {
    call: "publish_form: beside another",
    cases: [
      ["input.shares", [], "TOO_SHORT"],
      ["input.shares.0.share", 101, "OUT_OF_RANGE"],
      ["input.shares.0.main", absent, badType],
    ],
  },
  {
    call: "set_form_promotion",
    cases: [
      ["input.shares", [], "TOO_SHORT"],
      ["input.shares.0.share", 101, "OUT_OF_RANGE"],
      ["input.shares.1.share", -1, "OUT_OF_RANGE"],
      ["input.shares.0.share", 50.5, badType],
      ["input.shares.0.share", absent, badType],
      ["input.shares.1.main", true, "INVALID", "input.shares"],
      ["input.shares.0.main", false, "INVALID", "input.shares"],
      ["input.shares.0.weight", 1, badType],
      ["input.shares.0.formId", "", badType],
    ],
  },
  {
    call: "add_form_placement: on a website",
    cases: [
      ["input.config", "bottom", badType],
      ["input.config", { theme: "dark" }, "UNKNOWN_FIELD"],
      ["input.config.slot", "x", "UNKNOWN_FIELD"],
      ["input.config.position", "above", "INVALID"],
      ["input.config.allowed_origins", ["https://shop.example/path"], "INVALID"],
      ["input.config.allowed_origins", ["https://*.example"], "INVALID"],
      ["input.config.allowed_origins", "https://shop.example", "INVALID"],
      ["input.config.allowed_origins", absent, "REQUIRED"],
    ],
  },
  {
    call: "add_form_placement",
    cases: [
      ["input.config.redirect_url", "http://shop.example", "INVALID"],
      ["input.config.redirect_url", 5, "INVALID"],
    ],
  },
  {
    call: "add_form_placement: in a store",
    cases: [
      ["input.config.slot", "", "TOO_SHORT"],
      ["input.config.slot", letters(65), "TOO_LONG"],
    ],
  },
  {
    call: "set_form_placement_published",
    cases: [
      ["input.published", "true", badType],
      ["input.published", null, badType],
    ],
  },
  {
    call: "set_form_placement_copy",
    cases: [
      ["input.text", "", "TOO_SHORT"],
      ["input.text", letters(2001), "TOO_LONG"],
      ["input.field", "title", badType],
    ],
  },
  {
    call: "set_form_placement_qr_style",
    cases: [
      ["input.qr.preset", "fancy", badType],
      ["input.qr.preset", null, "REQUIRED"],
      ["input.qr.size", "s", badType],
      ["input.qr.fg", "#12345", "INVALID"],
      ["input.qr.eye", "black", "INVALID"],
      ["input.qr.bg", "#12345g", "INVALID"],
      ["input.qr.dots", "star", badType],
      ["input.qr.link", `https://shop.example/${letters(2028)}`, "TOO_LONG"],
      ["input.qr.link", "javascript:alert(1)", "INVALID"],
      ["input.qr.link", "/form", "INVALID"],
      ["input.qr.center", "yes", badType],
      ["input.qr.logo", "x", badType],
    ],
  },
  {
    call: "replace_form_triggers",
    cases: [
      ["input.triggers", times(7, { type: "EXIT_INTENT" }), "LIMIT_EXCEEDED"],
      ["input.triggers.0.type", "HOVER", badType],
      ["input.triggers.0.type", absent, badType],
      ["input.triggers.0.matches", times(11, { op: "EXACT", value: "/" }), "LIMIT_EXCEEDED"],
      ["input.triggers.0.matches", [], "TOO_SHORT"],
      ["input.triggers.0.matches", absent, "REQUIRED"],
      ["input.triggers.0.matches.0.value", "", "TOO_SHORT"],
      ["input.triggers.0.matches.0.value", letters(513), "TOO_LONG"],
      ["input.triggers.0.matches.0.op", "REGEX", badType],
      ["input.triggers.0.percent", 5, "UNKNOWN_FIELD"],
      ["input.triggers.1.delay_ms", 300_001, "OUT_OF_RANGE"],
      ["input.triggers.1.delay_ms", -1, "OUT_OF_RANGE"],
      ["input.triggers.1.delay_ms", null, "REQUIRED"],
      ["input.triggers.1.selector", "#x", "UNKNOWN_FIELD"],
      ["input.triggers.2.percent", 0, "OUT_OF_RANGE"],
      ["input.triggers.2.percent", 101, "OUT_OF_RANGE"],
      ["input.triggers.3.delay_ms", 0, "UNKNOWN_FIELD"],
      ["input.triggers.4.selector", "", "TOO_SHORT"],
      ["input.triggers.4.selector", letters(257), "TOO_LONG"],
      ["input.triggers.5.delay_ms", absent, "REQUIRED"],
      ["input.triggers.5.once", true, badType],
    ],
  },
  {
    call: "set_short_link_disabled",
    cases: [
      ["input.shortLinkId", "abc2345", badType],
      ["input.disabled", absent, badType],
    ],
  },
];
