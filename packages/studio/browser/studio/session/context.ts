import type { Offergraph } from "@offergraph/sdk";
import { createContext, useContext } from "react";

export type Level = "READ" | "WRITE" | "ADMIN";

/** The SDK client with the API key of this browser tab. */
export interface Session {
  readonly api: Offergraph;
  readonly level: Level;
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("Invariant violated: a page needs a session.");
  return session;
}
