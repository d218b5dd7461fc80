import type { PageSettings, PreviewSettings } from "../../src/domain/page-settings.js";
import { idIn, lasting, visiting } from "../shared/storage.js";

export interface Settings extends PageSettings {
  isFramed: boolean;
  visitorId: string;
  sessionId: string;
  clickId: string | undefined;
  clickIdKind: string | undefined;
  originRef: string | undefined;
  /** Customer that the link or the embedding page specifies. */
  customer: { ref: string; signature: string | undefined } | undefined;
}

const text = (value: string | null) => value?.trim().slice(0, 255) || undefined;

export const readSettings = (): PageSettings | PreviewSettings => JSON.parse(document.getElementById("settings")?.textContent ?? "{}");

/**
 * Adds the visitor's data to the settings. The embed script puts the data in the URL fragment, because browsers do not send fragments to
 * servers.
 */
export function withVisitor(written: PageSettings): Settings {
  const isFramed = window.parent !== window;
  const asked = new URLSearchParams(location.search);
  const behind = new URLSearchParams(location.hash.slice(1));
  const parameters = isFramed ? behind : new URLSearchParams();
  const ref = text(behind.get("customer"));
  return {
    ...written,
    isFramed,
    visitorId: text(parameters.get("visitor")) ?? idIn(lasting, "visitor"),
    sessionId: text(parameters.get("session")) ?? idIn(visiting, "session"),
    clickId: text(parameters.get("click") ?? asked.get("click")),
    clickIdKind: text(parameters.get("kind") ?? asked.get("kind")),
    originRef: (isFramed ? parameters.get("origin") : document.referrer)?.slice(0, 2048) || undefined,
    customer: ref === undefined ? undefined : { ref, signature: text(behind.get("signature")) },
  };
}
