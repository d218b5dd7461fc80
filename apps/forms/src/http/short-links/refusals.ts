import { HttpError } from "@offergraph/shared/errors/http-error";

export const unknownLink = () => new HttpError(404, "SHORT_LINK_UNKNOWN", "Unknown short link.");
export const disabledLink = () => new HttpError(410, "SHORT_LINK_DISABLED", "This short link is disabled.");
