/** What a form in a frame tells the page around it. */
export interface FrameMessage {
  offergraph: "ready" | "size" | "close" | "done";
  /** With "ready": where the placement's config wants the form. */
  position?: string;
  /** With "size": how high the whole form is, in CSS pixels. */
  height?: number;
  /** With "done": the version that was answered or declined. */
  formVariantId?: string;
}
