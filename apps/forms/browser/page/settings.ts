import { idIn, lasting, visiting } from "../shared/keep.js";

/** What the server wrote into the page. */
interface Written {
  publicKey: string;
  redirectUrl: string | null;
  position: string | null;
  /** Whether a visitor nobody knows is asked for an e-mail address. */
  asksEmail: boolean;
  /** The folder of the page's files. */
  assets: string;
}

/** Whose answers the page takes, and where they came from. */
export interface Settings extends Written {
  isFramed: boolean;
  visitorId: string;
  sessionId: string;
  clickId: string | undefined;
  clickIdKind: string | undefined;
  originRef: string | undefined;
  /** Whose visit it is, as far as the link or the page around this one says so. */
  customer: { ref: string; signature: string | undefined } | undefined;
}

const text = (value: string | null) => value?.trim().slice(0, 255) || undefined;

/** What the page knows when it opens. In a frame the embed script knows the visitor, and says so behind the #: no server sees that. */
export function readSettings(): Settings {
  const written = JSON.parse(document.getElementById("settings")?.textContent ?? "{}") as Written;
  const isFramed = window.parent !== window;
  const asked = new URLSearchParams(location.search);
  const behind = new URLSearchParams(location.hash.slice(1));
  const told = isFramed ? behind : new URLSearchParams();
  const ref = text(behind.get("customer"));
  return {
    ...written,
    isFramed,
    visitorId: text(told.get("visitor")) ?? idIn(lasting, "visitor"),
    sessionId: text(told.get("session")) ?? idIn(visiting, "session"),
    clickId: text(told.get("click") ?? asked.get("click")),
    clickIdKind: text(told.get("kind") ?? asked.get("kind")),
    originRef: (isFramed ? told.get("origin") : document.referrer)?.slice(0, 2048) || undefined,
    customer: ref === undefined ? undefined : { ref, signature: text(behind.get("signature")) },
  };
}
