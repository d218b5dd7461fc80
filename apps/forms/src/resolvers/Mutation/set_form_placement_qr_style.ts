import type { MutationResolvers } from "../../generated/types.js";

/** Sets how a placement's QR code looks. */
export const set_form_placement_qr_style: NonNullable<MutationResolvers["set_form_placement_qr_style"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("set_form_placement_qr_style is not written yet");
  });
