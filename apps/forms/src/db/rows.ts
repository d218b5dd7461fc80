import type { Connection } from "@offergraph/service/filters/connection";
import type * as model from "../generated/prisma/client.js";
import type { FormReasonSet, FormSurface, FormTriggerType, FormViewType, PageUrlMatch, QrStyle } from "../generated/types.js";

/** Row of a Prisma model with JSON-safe values (see WorkspaceReader). `Typed` overrides the types of JSON and enum columns. */
type Row<Model, Typed = object> = { [Key in Exclude<keyof Model, keyof Typed>]: Plain<Model[Key]> } & Typed;
type Plain<Value> = Value extends Date ? string : Value;
type Json = Record<string, unknown>;

export type FormRow = Row<
  model.Form,
  {
    surfaces: FormSurface[];
    viewType: FormViewType | null;
    tags: Record<string, string>;
    reasonSet: FormReasonSet | null;
    draft: Json | null;
  }
>;
export type FormPage = Connection<FormRow>;

export type VariantRow = Row<Omit<model.FormVariant, "workspaceId">, { model: Json }>;

export type ShareRow = Pick<model.FormShare, "formId" | "main" | "share">;

export type PlacementRow = Row<
  Omit<model.FormPlacement, "secretSealed" | "formerSecretSealed" | "formerSecretEndsAt">,
  { config: Json; qr: QrStyle | null; hasSecret: boolean }
>;

export type { Channel as ChannelRow } from "../domain/channels.js";

export type ShortLinkRow = Row<model.ShortLink>;

export type TriggerRow = Row<
  Omit<model.FormTrigger, "workspaceId" | "position" | "delayMs">,
  { type: FormTriggerType; matches: PageUrlMatch[] | null; delay_ms: number | null }
>;

/**
 * A response with all columns that the collect API needs. `ResponseRow` omits the answers, and the columns that only the collect API needs.
 */
export type CollectedRow = Row<Omit<model.FormResponse, "entryPlacementId" | "answeredAtStart">, { answers: Json }>;
export type ResponseRow = Omit<
  CollectedRow,
  | "answers"
  | "customerRef"
  | "customerName"
  | "customerEmail"
  | "verificationExpected"
  | "rawDiscountCode"
  | "rawPartner"
  | "trustVersion"
  | "networkHash"
  | "deviceHash"
  | "serverSigned"
  | "honeypotFilled"
  | "abandonedAt"
>;
export type ResponsePage = Connection<ResponseRow>;

export type InsightAnswerRow = Row<model.InsightAnswer>;
type OfAnswer = Pick<InsightAnswerRow, "responseId" | "customerId" | "who" | "formId" | "formSlug">;
export type InsightFactRow = Row<model.InsightFact> & OfAnswer;
export type InsightReasonRow = Row<Omit<model.InsightReason, "createdAt">>;

/** The fields of a customer that this service stores. */
export interface CustomerRow {
  rowId: string;
}
