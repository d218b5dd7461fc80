import { ForbiddenUrl, readOutboundUrl } from "@offergraph/service/outbound/url";
import type { Violations } from "@offergraph/shared/errors/user-error";
import type { EndpointValues } from "../../db/webhook-endpoints.js";
import { publicTypes } from "../../domain/webhooks/public-events.js";
import type { WebhookSettings } from "./settings.js";

export interface EndpointInput {
  url?: string | null | undefined;
  description?: string | null | undefined;
  eventTypes?: readonly string[] | null | undefined;
}

const maxUrlLength = 2048;

/** Returns the input's values in their stored form. Adds an error for each violation that the schema's constraints do not detect. */
export function readEndpointInput(
  { url, description, eventTypes }: EndpointInput,
  { allowPrivate }: WebhookSettings,
  errors: Violations,
): Partial<EndpointValues> {
  if (typeof url === "string" && url.length > 0 && url.length <= maxUrlLength) checkUrl(url, allowPrivate, errors);
  for (const [index, type] of eventTypes?.entries() ?? [])
    if (!publicTypes.has(type))
      errors.add(["input", "eventTypes", index], "INVALID", `"${type}" is not a public event. docs/EVENTS.md lists the public events.`);
  return {
    ...(typeof url === "string" && { url }),
    ...(description !== undefined && { description }),
    ...(eventTypes !== undefined && { eventTypes: eventTypes && [...new Set(eventTypes)].sort() }),
  };
}

/** Checks the URL without resolving the host name. The dispatcher connects only to allowed addresses. */
function checkUrl(url: string, allowPrivate: boolean, errors: Violations): void {
  try {
    readOutboundUrl(url, allowPrivate);
  } catch (error) {
    if (!(error instanceof ForbiddenUrl)) throw error;
    errors.add(["input", "url"], "INVALID", error.message);
  }
}
