import { query } from "@offergraph/service/subgraph/query";
import { responseWarnings, warningsOfResponse } from "../../domain/warnings.js";
import type { WarningQueryField } from "../context.js";
import { responseById, shownResponseById } from "../loaders.js";

export const get_form_response: WarningQueryField<"get_form_response"> = query(
  { warns: responseWarnings },
  async ({ id }, context, warn) => {
    const response = await shownResponseById(context, id);
    if (!response) return null;
    warn(...warningsOfResponse(response));
    responseById.prime(context, response);
    return response;
  },
);
