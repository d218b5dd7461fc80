import { z } from "zod";
import { auditEvent } from "../audit-events.js";
import { defineEvent } from "../define-event.js";

const time = z.iso.datetime({ precision: 3 });

/** The public record of a form without its draft, placements and triggers. Times are in UTC with milliseconds. */
const form = z.object({
  rowId: z.guid(),
  createdAt: time,
  updatedAt: time,
  formSlug: z.string(),
  title: z.string().nullable(),
  surfaces: z.array(z.enum(["IN_PLATFORM", "WEBSITE", "EMAIL_SHAREABLE"])),
  priority: z.int(),
  status: z.enum(["DRAFT", "READY", "PUBLISHED", "ARCHIVED"]),
  viewType: z.enum(["UPSELL", "PICKER"]).nullable(),
  returningEnabled: z.boolean(),
  enableRepeat: z.boolean(),
  enableEndsAt: z.boolean(),
  startsAt: time.nullable(),
  endsAt: time.nullable(),
  tags: z.record(z.string(), z.string()),
  reasonSet: z
    .object({
      questionId: z.guid().nullable(),
      questionKey: z.string().nullable(),
      reasons: z.array(z.object({ key: z.string(), what: z.string() })),
    })
    .nullable(),
  publishedVariantId: z.guid().nullable(),
  publishedAt: time.nullable(),
});

const formId = "the form's rowId";

export const formCreated = defineEvent({
  subject: "offergraph.forms.form.created.v1",
  description: "A form was created as a draft. The event contains the full record.",
  recordId: formId,
  data: form,
});

export const formUpdated = defineEvent({
  subject: "offergraph.forms.form.updated.v1",
  description:
    "A form's fields, draft or triggers changed, or the form was unpublished. When a form is published, the service emits `form.published` instead. The event contains the full current record and the names of the changed fields. The event omits the values of `draft` and `triggers`.",
  recordId: formId,
  data: form.extend({ changed: z.array(z.enum([...form.keyof().options, "draft", "triggers"])).min(1) }),
});

export const formPublished = defineEvent({
  subject: "offergraph.forms.form.published.v1",
  description:
    "A version of a form was published. The version is new, or is an earlier version that is published again. The event contains the full current record and the version number.",
  recordId: formId,
  data: form.extend({ publishedVariantId: z.guid(), publishedAt: time, version: z.int() }),
});

export const formDeleted = defineEvent({
  subject: "offergraph.forms.form.deleted.v1",
  description:
    "A form was deleted with its placements, triggers and short links. The public keys of the placements are no longer valid. The form's responses and versions remain, and responses keep the id of the form.",
  recordId: formId,
  data: form.pick({ rowId: true, formSlug: true, title: true }),
});

export const rotationChanged = defineEvent({
  subject: "offergraph.forms.rotation.changed.v1",
  description:
    "The rotation of published forms changed. The event contains each form of the rotation with its share of visitors, and lists the main form first.",
  recordId: "the workspace's id",
  data: z.object({ rotation: z.array(z.object({ formId: z.guid(), main: z.boolean(), share: z.int() })) }),
});

/** The public record of a placement without its public key. */
const placement = z.object({
  rowId: z.guid(),
  createdAt: time,
  updatedAt: time,
  formId: z.guid(),
  channelId: z.guid(),
  connectionId: z.guid().nullable(),
  config: z.record(z.string(), z.unknown()),
  published: z.boolean(),
  /** True if the placement has a secret that signs customer references. False in older events. */
  hasSecret: z.boolean().default(false),
  tierNoteText: z.string().nullable(),
  upsellText: z.string().nullable(),
  qr: z.record(z.string(), z.unknown()).nullable(),
  verifiedAt: time.nullable(),
  verifyProblems: z.array(z.string()),
});

const placementId = "the placement's rowId";

export const formPlacementCreated = defineEvent({
  subject: "offergraph.forms.form_placement.created.v1",
  description: "A placement of a form on a channel was created. The placement is not published yet. The event contains the full record.",
  recordId: placementId,
  data: placement,
});

export const formPlacementUpdated = defineEvent({
  subject: "offergraph.forms.form_placement.updated.v1",
  description:
    "A placement's publication state, texts, QR style, verification result, public key or secret changed. The event contains the full current record and the names of the changed fields. The event omits the values of `publicKey` and `secret`.",
  recordId: placementId,
  data: placement.extend({ changed: z.array(z.enum([...placement.keyof().options, "publicKey", "secret"])).min(1) }),
});

export const formPlacementRemoved = defineEvent({
  subject: "offergraph.forms.form_placement.removed.v1",
  description:
    "A placement was removed with its short link. The public key of the placement is no longer valid. Responses keep the id of the placement.",
  recordId: placementId,
  data: placement.pick({ rowId: true, formId: true, channelId: true, connectionId: true }),
});

const shortLinkId = "the short link's rowId";
const shortLink = z.object({ rowId: z.guid(), formPlacementId: z.guid() });

export const shortLinkDisabled = defineEvent({
  subject: "offergraph.forms.short_link.disabled.v1",
  description: "A short link was disabled and no longer redirects visitors.",
  recordId: shortLinkId,
  data: shortLink,
});

export const shortLinkEnabled = defineEvent({
  subject: "offergraph.forms.short_link.enabled.v1",
  description: "A disabled short link was enabled and redirects visitors to its placement again.",
  recordId: shortLinkId,
  data: shortLink,
});

/** Fields of a response for grants and attribution, without the answers. */
const formResponse = z.object({
  rowId: z.guid(),
  createdAt: time,
  completedAt: time,
  status: z.enum(["COMPLETE", "SKIPPED"]),
  formId: z.guid(),
  formVariantId: z.guid(),
  formPlacementId: z.guid().nullable(),
  channelId: z.guid().nullable(),
  connectionId: z.guid().nullable(),
  customerId: z.guid().nullable(),
  customerRef: z.string().nullable(),
  customerName: z.string().nullable(),
  /** Null in older events. */
  customerEmail: z.string().nullable().default(null),
  /** True if the customer is verified by a signature with the placement's secret. False in older events. */
  customerVerified: z.boolean().default(false),
  /** True if the response belongs to a website placement with a secret. Without a signature, the visitor only claims to be the customer. */
  verificationExpected: z.boolean().default(false),
  discountCodeId: z.guid().nullable(),
  partnerId: z.guid().nullable(),
  clickId: z.string().nullable(),
  clickIdKind: z.string().nullable(),
  shortLinkId: z.guid().nullable(),
  originRef: z.string().nullable(),
  sessionId: z.string().nullable(),
  visitorId: z.string(),
  trustScore: z.number().min(0).max(1),
  trustReasons: z.array(z.string()),
  trustVersion: z.int(),
});

const responseId = "the response's rowId";

export const formResponseCompleted = defineEvent({
  subject: "offergraph.forms.form_response.completed.v1",
  description: "A visitor completed a form. The event is emitted once per response. The outcome of the response is final.",
  recordId: responseId,
  data: formResponse,
});

export const formResponseSkipped = defineEvent({
  subject: "offergraph.forms.form_response.skipped.v1",
  description: "A visitor declined a form. The event is emitted once per response. The outcome of the response is final.",
  recordId: responseId,
  data: formResponse,
});

export const formResponseAbandoned = defineEvent({
  subject: "offergraph.forms.form_response.abandoned.v1",
  description:
    "A response became abandoned, because the visitor changed nothing for `RESPONSE_ABANDONED_AFTER_MINUTES` minutes. In the event, `completedAt` is the time when the response became abandoned. The trust score was calculated when the response became abandoned. If the customer of the response is identified later, the service emits the event again. If the visitor later completes or declines the form, the service emits `form_response.completed` or `form_response.skipped`.",
  recordId: responseId,
  data: formResponse.extend({ status: z.literal("INCOMPLETE") }),
});

export const formResponseCustomerIdentified = defineEvent({
  subject: "offergraph.forms.form_response.customer_identified.v1",
  description:
    "The customer of a completed or declined response was identified, or a signature verified the customer's identity. The event contains the full record.",
  recordId: responseId,
  data: formResponse.extend({ customerId: z.guid(), customerRef: z.string() }),
});

export const formResponseDeleted = defineEvent({
  subject: "offergraph.forms.form_response.deleted.v1",
  description:
    "A response was deleted with its answers and insights, because its age exceeded the workspace setting `responseRetentionDays`. Grants and orders keep the response's id.",
  recordId: responseId,
  data: z.object({ rowId: z.guid(), formId: z.guid(), createdAt: time }),
});

export const customerErased = defineEvent({
  subject: "offergraph.forms.customer.erased.v1",
  description:
    "The erasure of a customer's personal data was requested. Consumers remove personal data that they store under the customer's id, but may keep aggregates. Data that arrives later with the same customer reference gets the same customer id. The event is emitted for each erasure request.",
  recordId: "the customer's id, a UUIDv5 of the workspace and the normalized customer reference",
  data: z.object({ customerId: z.guid() }),
});

export const auditRecorded = auditEvent("forms");
