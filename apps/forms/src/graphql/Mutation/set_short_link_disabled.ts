import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { shortLinkDisabled, shortLinkEnabled } from "@offergraph/shared/contracts/events/forms";
import { lockShortLink, updateShortLink } from "../../db/short-links.js";
import type { MutationResolvers } from "../../generated/types.js";
import { mutateForms } from "../../services/forms/write.js";

/** Revokes or restores a short link. */
export const set_short_link_disabled: NonNullable<MutationResolvers["set_short_link_disabled"]> = (_source, { input }, context) =>
  mutateForms(context, async (write) => {
    const { shortLinkId, disabled } = input;
    const shortLink = await lockShortLink(write.read, shortLinkId);
    if (!shortLink) return rejectWith(write, ["input", "shortLinkId"], "NOT_FOUND", "No short link with this id in this workspace.");
    if (shortLink.disabled === disabled) return { shortLink };
    const { rowId, formPlacementId } = shortLink;
    await updateShortLink(write, rowId, disabled);
    write.emit(disabled ? shortLinkDisabled : shortLinkEnabled, rowId, { rowId, formPlacementId });
    return { shortLink: { ...shortLink, disabled } };
  });
