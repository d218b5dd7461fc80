import type { DialogBrand } from "../../src/domain/page-settings.js";

/** Message from a framed form to the embedding page. The fields of `DialogBrand` are sent with "ready". */
export interface FrameMessage extends DialogBrand {
  offergraph: "ready" | "size" | "close" | "done";
  /** `config.position` of the placement, sent with "ready". */
  position?: string;
  /** Height of the form in CSS pixels, sent with "size". */
  height?: number;
  /** Id of the form version that the visitor answered or declined, sent with "done". */
  formVariantId?: string;
}
