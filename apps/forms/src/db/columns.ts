import { raw } from "@offergraph/service/db/statement";

// Select lists of plain rows, with each column under its Prisma name.

export const formColumns = raw(`
  f.row_id AS "rowId", f.workspace_id AS "workspaceId", f.created_at AS "createdAt", f.updated_at AS "updatedAt", f.form_slug AS "formSlug",
  f.title, f.surfaces, f.priority, f.status, f.view_type AS "viewType", f.returning_enabled AS "returningEnabled",
  f.enable_repeat AS "enableRepeat", f.enable_ends_at AS "enableEndsAt", f.starts_at AS "startsAt", f.ends_at AS "endsAt", f.tags,
  f.reason_set AS "reasonSet", f.draft, f.published_variant_id AS "publishedVariantId", f.published_at AS "publishedAt"`);

export const placementColumns = raw(`
  p.row_id AS "rowId", p.workspace_id AS "workspaceId", p.created_at AS "createdAt", p.updated_at AS "updatedAt", p.form_id AS "formId",
  p.channel_id AS "channelId", p.connection_id AS "connectionId", p.config, p.published, p.public_key AS "publicKey",
  p.secret_sealed IS NOT NULL AS "hasSecret",
  p.tier_note_text AS "tierNoteText", p.upsell_text AS "upsellText", p.qr, p.verified_at AS "verifiedAt", p.verify_problems AS "verifyProblems"`);

export const shortLinkColumns = raw(`
  l.row_id AS "rowId", l.workspace_id AS "workspaceId", l.created_at AS "createdAt", l.code, l.form_placement_id AS "formPlacementId",
  l.disabled, l.click_count AS "clickCount"`);

export const triggerColumns = raw(`
  t.row_id AS "rowId", t.form_id AS "formId", t.type, t.matches, t.delay_ms, t.percent, t.selector`);

export const responseColumns = raw(`
  r.row_id AS "rowId", r.workspace_id AS "workspaceId", r.created_at AS "createdAt", r.updated_at AS "updatedAt", r.completed_at AS "completedAt",
  r.status, r.form_id AS "formId", r.form_variant_id AS "formVariantId", r.form_placement_id AS "formPlacementId", r.channel_id AS "channelId",
  r.connection_id AS "connectionId", r.click_id AS "clickId", r.click_id_kind AS "clickIdKind", r.customer_id AS "customerId",
  r.customer_verified AS "customerVerified", r.discount_code_id AS "discountCodeId", r.origin_ref AS "originRef", r.partner_id AS "partnerId", r.session_id AS "sessionId",
  r.short_link_id AS "shortLinkId", r.visitor_id AS "visitorId", r.answers, r.trust_score AS "trustScore", r.trust_reasons AS "trustReasons"`);

const answerOf = `
  a.answer_id AS "answerId", a.workspace_id AS "workspaceId", a.created_at AS "createdAt", a.response_id AS "responseId",
  a.customer_id AS "customerId", a.who, a.form_id AS "formId", a.form_slug AS "formSlug"`;

export const insightAnswerColumns = raw(`${answerOf}, a.question, a.text, a.mined, a.readable, a.reason_outcome AS "reasonOutcome"`);

export const insightFactColumns = raw(`${answerOf},
  i.fact_id AS "factId", i.kind, i.attribute, i.attribute_class AS "attributeClass", i.subject, i.subject_class AS "subjectClass", i.thing,
  i.thing_class AS "thingClass", i.confidence, i.polarity, i.polarity_band AS "polarityBand", i.polarity_sign AS "polaritySign"`);

export const insightReasonColumns = raw(`s.answer_id AS "answerId", s.workspace_id AS "workspaceId", s.broad, s.family`);
