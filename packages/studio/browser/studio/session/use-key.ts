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

/**
 * Creates a session with the key in the field. A change of the key ends the session immediately. A new session begins when the visitor
 * stops typing.
 */
export function useKey(field: HTMLInputElement, url: string): KeyState {
  const [key, setKey] = useState(() => field.value.trim());
  const [found, setFound] = useState<KeyState>({ state: "none" });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      clearTimeout(timer);
      const typed = field.value.trim();
      setKey((before) => (before === typed ? before : ""));
      timer = setTimeout(() => setKey(typed), typingMs);
    };
    // The site's script dispatches this event after a change of the API key in the field.
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
