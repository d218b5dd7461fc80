import { useEffect, useState } from "react";
import { messageOf } from "../api/message.js";
import { connect } from "./connect.js";
import type { Session } from "./context.js";

export type KeyState =
  | { state: "none" }
  | { state: "checking" }
  | { state: "rejected"; message: string }
  | { state: "open"; session: Session };

const typingMs = 400;

/** Creates a session with the key in the field, and a new session after each change of the key. Waits while the visitor types. */
export function useKey(field: HTMLInputElement, url: string): KeyState {
  const [key, setKey] = useState(() => field.value.trim());
  const [found, setFound] = useState<KeyState>({ state: "none" });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setKey(field.value.trim()), field.value === "" ? 0 : typingMs);
    };
    // The site's script dispatches this event after it has stored or deleted the key.
    addEventListener("offergraph-key", read);
    return () => {
      clearTimeout(timer);
      removeEventListener("offergraph-key", read);
    };
  }, [field]);
  useEffect(() => {
    if (key === "") return setFound({ state: "none" });
    const abort = new AbortController();
    setFound({ state: "checking" });
    connect(url, key, abort.signal).then(
      (session) => !abort.signal.aborted && setFound({ state: "open", session }),
      (error: unknown) => !abort.signal.aborted && setFound({ state: "rejected", message: messageOf(error) }),
    );
    return () => abort.abort();
  }, [key, url]);
  return found;
}
