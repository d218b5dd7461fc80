import type { FormShareResolvers } from "../generated/types.js";
import { formById } from "./loaders.js";

export const FormShare: FormShareResolvers = {
  form: ({ formId }, _given, context) => formById(context, formId),
};
