import type { FormReasonSet, FormStatus, FormSurface, FormViewType } from "../generated/types.js";

/** Fields that update_form writes. Times are in UTC with milliseconds. */
export interface FormFields {
  title: string | null;
  surfaces: FormSurface[];
  priority: number;
  status: FormStatus;
  viewType: FormViewType | null;
  returningEnabled: boolean;
  enableRepeat: boolean;
  enableEndsAt: boolean;
  startsAt: string | null;
  endsAt: string | null;
  tags: Record<string, string>;
  reasonSet: FormReasonSet | null;
}

export type FormPatch = Partial<FormFields>;
export type Path = readonly (string | number)[];
