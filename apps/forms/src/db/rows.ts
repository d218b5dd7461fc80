import type { Connection } from "@offergraph/service/filters/connection";
import type { FormReasonSet, FormSurface, FormTriggerType, FormViewType, PageUrlMatch, QrStyle } from "../generated/types.js";

// Plain rows, JSON-safe (see packages/service/src/db/workspace-reader.ts). Enums are stored as in domain/ranks.ts.

export interface FormRow {
  rowId: string;
  workspaceId: string;
  createdAt: string;
  updatedAt: string;
  formSlug: string;
  title: string | null;
  surfaces: FormSurface[];
  priority: number;
  status: number;
  viewType: FormViewType | null;
  returningEnabled: boolean;
  enableRepeat: boolean;
  enableEndsAt: boolean;
  startsAt: string | null;
  endsAt: string | null;
  tags: Record<string, string>;
  reasonSet: FormReasonSet | null;
  draft: Record<string, unknown> | null;
  publishedVariantId: string | null;
  publishedAt: string | null;
}

export type FormPage = Connection<FormRow>;

export interface VariantRow {
  rowId: string;
  formId: string;
  createdAt: string;
  version: number;
  model: Record<string, unknown>;
  /** See `modelRules`. */
  rules: number;
}

export interface ShareRow {
  formId: string;
  main: boolean;
  share: number;
}

export interface PlacementRow {
  rowId: string;
  workspaceId: string;
  createdAt: string;
  updatedAt: string;
  formId: string;
  channelId: string;
  connectionId: string | null;
  config: Record<string, unknown>;
  published: boolean;
  publicKey: string;
  hasSecret: boolean;
  tierNoteText: string | null;
  upsellText: string | null;
  qr: QrStyle | null;
  verifiedAt: string | null;
  verifyProblems: string[];
}

export interface ChannelRow {
  rowId: string;
  workspaceId: string;
  name: string;
  surface: FormSurface;
  requiresConnection: boolean;
  serviceHosted: boolean;
}

export interface ShortLinkRow {
  rowId: string;
  workspaceId: string;
  createdAt: string;
  code: string;
  formPlacementId: string;
  disabled: boolean;
  clickCount: number;
}

export interface TriggerRow {
  rowId: string;
  formId: string;
  type: FormTriggerType;
  matches: PageUrlMatch[] | null;
  delay_ms: number | null;
  percent: number | null;
  selector: string | null;
}

export interface ResponseRow {
  rowId: string;
  workspaceId: string;
  createdAt: string;
  updatedAt: string;
  completedAt: string | null;
  status: number;
  formId: string;
  formVariantId: string;
  formPlacementId: string | null;
  channelId: string | null;
  connectionId: string | null;
  clickId: string | null;
  clickIdKind: string | null;
  customerId: string | null;
  customerVerified: boolean;
  discountCodeId: string | null;
  originRef: string | null;
  partnerId: string | null;
  sessionId: string | null;
  shortLinkId: string | null;
  visitorId: string;
  answers: Record<string, unknown>;
  trustScore: number | null;
  trustReasons: string[];
}

export type ResponsePage = Connection<ResponseRow>;

export interface InsightAnswerRow {
  answerId: string;
  workspaceId: string;
  createdAt: string;
  responseId: string;
  customerId: string | null;
  who: string | null;
  formId: string;
  formSlug: string;
  question: string;
  text: string | null;
  mined: boolean;
  readable: boolean;
  reasonOutcome: string | null;
}

export interface InsightFactRow {
  factId: string;
  answerId: string;
  workspaceId: string;
  createdAt: string;
  responseId: string;
  customerId: string | null;
  who: string | null;
  formId: string;
  formSlug: string;
  kind: string;
  attribute: string | null;
  attributeClass: string | null;
  subject: string | null;
  subjectClass: string | null;
  thing: string | null;
  thingClass: string | null;
  confidence: number;
  polarity: number;
  polarityBand: number;
  polaritySign: number;
}

export interface InsightReasonRow {
  answerId: string;
  workspaceId: string;
  broad: string;
  family: string;
}
