/** Message from a framed form to the embedding page. */
export interface FrameMessage {
  offergraph: "ready" | "size" | "close" | "done";
  /** For "ready": config.position of the placement. */
  position?: string;
  /** For "size": height of the form in CSS pixels. */
  height?: number;
  /** For "done": id of the form version that the visitor answered or declined. */
  formVariantId?: string;
}
