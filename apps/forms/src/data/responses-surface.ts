import type { Window } from "../domain/response-window.js";
import type { SurfaceCounts } from "./response-counts.js";
import type { FormRow, ResponsePage } from "./rows.js";

/** A form's responses within a window of time. What is read of them is read when a query selects it. */
export interface ResponsesSurface extends Window {
  form: FormRow;
  /** Every day that the window touches. */
  days: string[];
  readResponses(): Promise<ResponsePage>;
  /** Counts once, however often it is asked. */
  readCounts(): Promise<SurfaceCounts>;
}
