import { z } from "zod";
import { defineEvent } from "../define.js";

const time = z.iso.datetime({ precision: 3 });

/** A form as others see it: the public record without its draft, its placements and its triggers. Times are UTC with milliseconds. */
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
  description: "A form was created, as a draft. Carries the whole record.",
  recordId: formId,
  data: form,
});

export const formUpdated = defineEvent({
  subject: "offergraph.forms.form.updated.v1",
  description:
    "A form changed in anything but its being published: fields, draft, triggers, or a status that ends its being shown. Carries the whole record as it is now, and the names of the fields that changed; `draft` and `triggers` are named only.",
  recordId: formId,
  data: form.extend({ changed: z.array(z.enum([...form.keyof().options, "draft", "triggers"])).min(1) }),
});

export const formPublished = defineEvent({
  subject: "offergraph.forms.form.published.v1",
  description:
    "A version of a form is shown from now on: its first, a new one, or an earlier one again. Carries the whole record as it is now, and which version it is.",
  recordId: formId,
  data: form.extend({ publishedVariantId: z.guid(), publishedAt: time, version: z.int() }),
});

export const formDeleted = defineEvent({
  subject: "offergraph.forms.form.deleted.v1",
  description:
    "A form was deleted with its placements, triggers and short links; their public keys ended. Its id lives on in responses, its versions stay.",
  recordId: formId,
  data: form.pick({ rowId: true, formSlug: true, title: true }),
});

export const rotationChanged = defineEvent({
  subject: "offergraph.forms.rotation.changed.v1",
  description: "Visitors are split over the published forms in another way. Carries the whole rotation, the main form first.",
  recordId: "the workspace's id",
  data: z.object({ rotation: z.array(z.object({ formId: z.guid(), main: z.boolean(), share: z.int() })) }),
});

/** A placement as others see it: the public record without its public key, which is of no use to them. */
const placement = z.object({
  rowId: z.guid(),
  createdAt: time,
  updatedAt: time,
  formId: z.guid(),
  channelId: z.guid(),
  connectionId: z.guid().nullable(),
  config: z.record(z.string(), z.unknown()),
  published: z.boolean(),
  /** Whether customers' references are signed with a secret of it. Events from before this field count as false. */
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
  description: "A form was placed on a channel, not published there yet. Carries the whole record.",
  recordId: placementId,
  data: placement,
});

export const formPlacementUpdated = defineEvent({
  subject: "offergraph.forms.form_placement.updated.v1",
  description:
    "A placement changed: published or not, texts, QR style, what a look at it found, its public key or its secret. Carries the whole record as it is now, and the names of the fields that changed; `publicKey` and `secret` are named only.",
  recordId: placementId,
  data: placement.extend({ changed: z.array(z.enum([...placement.keyof().options, "publicKey", "secret"])).min(1) }),
});

export const formPlacementRemoved = defineEvent({
  subject: "offergraph.forms.form_placement.removed.v1",
  description: "A placement was removed with its short link; its public key ended. Its id lives on in responses.",
  recordId: placementId,
  data: placement.pick({ rowId: true, formId: true, channelId: true, connectionId: true }),
});

const shortLinkId = "the short link's rowId";
const shortLink = z.object({ rowId: z.guid(), formPlacementId: z.guid() });

export const shortLinkDisabled = defineEvent({
  subject: "offergraph.forms.short_link.disabled.v1",
  description: "A short link was revoked: it leads nowhere from now on.",
  recordId: shortLinkId,
  data: shortLink,
});

export const shortLinkRestored = defineEvent({
  subject: "offergraph.forms.short_link.restored.v1",
  description: "A revoked short link leads to its placement again.",
  recordId: shortLinkId,
  data: shortLink,
});

/** A response with its outcome, as far as grants and attribution need it. Its answers stay with this service. */
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
  /** The placement's secret signed the customer's reference. Events from before this field count as false. */
  customerVerified: z.boolean().default(false),
  /** The response came through a website placement that has a secret, so an unsigned customer is only a claim. */
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
  description: "A visitor answered a form to its end. Comes once for a response, which then has this outcome for good.",
  recordId: responseId,
  data: formResponse,
});

export const formResponseSkipped = defineEvent({
  subject: "offergraph.forms.form_response.skipped.v1",
  description: "A visitor declined a form. Comes once for a response, which then has this outcome for good.",
  recordId: responseId,
  data: formResponse,
});

export const formResponseLeft = defineEvent({
  subject: "offergraph.forms.form_response.left.v1",
  description:
    "A visitor began a form and changed nothing for RESPONSE_LEFT_AFTER_MINUTES: it counts as left unfinished since `completedAt`, trusted as far as it was then. Comes once for a response, and once more if it becomes known afterwards who the customer is. It may still be completed or declined later, which the events of those outcomes tell.",
  recordId: responseId,
  data: formResponse.extend({ status: z.literal("INCOMPLETE") }),
});

export const formResponseCustomerIdentified = defineEvent({
  subject: "offergraph.forms.form_response.customer_identified.v1",
  description:
    "The customer of a response that already had its outcome became known, or was verified by a signature. Carries the whole record with the customer.",
  recordId: responseId,
  data: formResponse.extend({ customerId: z.guid(), customerRef: z.string() }),
});

export const customerErased = defineEvent({
  subject: "offergraph.forms.customer.erased.v1",
  description:
    "Somebody asked for a customer's personal data to be erased. Whoever has some under this id takes it away and keeps what only counts; what comes of the customer later is new. Comes again when it is asked for again.",
  recordId: "the customer's id: a UUIDv5 of workspace and normalised reference",
  data: z.object({ customerId: z.guid() }),
});
