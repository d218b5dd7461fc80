import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { shortLinkDisabled, shortLinkEnabled } from "@offergraph/shared/contracts/events/forms";
import { lockShortLink, updateShortLink } from "../../db/short-links.js";
import { type MutationField, mutation } from "../../tx.js";

export const set_short_link_disabled: MutationField<"set_short_link_disabled"> = mutation(
  { emits: [shortLinkDisabled, shortLinkEnabled] },
  async (tx, { input: { shortLinkId, disabled } }) => {
    const shortLink = await lockShortLink(tx.sql, shortLinkId);
    if (!shortLink) return rejectWith(tx, ["input", "shortLinkId"], "NOT_FOUND", "This workspace has no short link with this id.");
    if (shortLink.disabled === disabled) return { shortLink };
    const { rowId, formPlacementId } = shortLink;
    await updateShortLink(tx, rowId, disabled);
    tx.emit(disabled ? shortLinkDisabled : shortLinkEnabled, rowId, { rowId, formPlacementId });
    return { shortLink: { ...shortLink, disabled } };
  },
);
