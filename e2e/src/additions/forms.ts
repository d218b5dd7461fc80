import type { Additions } from "./additions.js";

export const forms: Additions = {
  operations: ["rotate_form_placement_secret", "erase_customer", "list_form_responses", "get_form_preview", "get_form_views"],
  arguments: {
    get_discount_code_form_responses: ["orderBy: [FormResponseOrderBy!] = [CREATED_AT_DESC]"],
    get_form_responses_surface: ["after: Cursor", "orderBy: [FormResponseOrderBy!] = [CREATED_AT_DESC]"],
  },
  inputFields: { FormFilter: ["updatedAt: DatetimeFilter"], FormResponseFilter: ["updatedAt: DatetimeFilter"] },
};
