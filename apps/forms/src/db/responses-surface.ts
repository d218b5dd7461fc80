import type { Window } from "../domain/response-window.js";
import type { SurfaceCounts } from "./response-counts.js";
import type { FormRow, ResponsePage } from "./rows.js";

/** A form's responses within a time window; read only if the query selects them. */
export interface ResponsesSurface extends Window {
  form: FormRow;
  /** Each UTC day that the window touches. */
  days: string[];
  readResponses(): Promise<ResponsePage>;
  /** Memoized. */
  readCounts(): Promise<SurfaceCounts>;
}
