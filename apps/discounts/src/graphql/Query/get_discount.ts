import { query } from "@offergraph/service/subgraph/query";
import { codeWarnings, warningsOfRead } from "../../domain/warnings.js";
import type { WarningQueryField } from "../context.js";
import { codeById, shownCodeById } from "../loaders.js";

export const get_discount: WarningQueryField<"get_discount"> = query({ warns: codeWarnings }, async ({ id }, context, warn) => {
  const code = await shownCodeById(context, id);
  if (!code) return null;
  warn(...warningsOfRead(code, context.clock.now()));
  codeById.prime(context, code);
  return code;
});
