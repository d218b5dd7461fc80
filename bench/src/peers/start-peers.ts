import type { TestSystem } from "../system/test-system.js";
import type { StartedTarget } from "../target.js";
import { startGrafbase } from "./grafbase.js";
import { startHive } from "./hive.js";
import { startPostGraphile } from "./postgraphile.js";
import { startStock } from "./stock.js";

export interface Peers {
  started: StartedTarget[];
  /** Names of the peers that could not be started, with the reasons. */
  unavailable: Map<string, string>;
}

export const peerNames = ["@apollo/gateway", "Hive Gateway", "Grafbase", "PostGraphile"] as const;
export type PeerName = (typeof peerNames)[number];

/** Starts the peers with the subgraph URLs in `hop`. Prints the reason for each peer that cannot be started. */
export async function startPeers(names: readonly PeerName[], system: TestSystem, hop: Readonly<Record<string, string>>): Promise<Peers> {
  const starts: Record<PeerName, () => Promise<StartedTarget>> = {
    "@apollo/gateway": () => startStock(hop),
    "Hive Gateway": () => startHive(hop),
    Grafbase: () => startGrafbase(hop),
    PostGraphile: () => startPostGraphile(system),
  };
  const peers: Peers = { started: [], unavailable: new Map() };
  for (const name of names)
    try {
      peers.started.push(await starts[name]());
    } catch (error) {
      const reason = error instanceof Error ? (error.message.split("\n").at(-1) ?? "") : String(error);
      console.log(`${name} is not available: ${reason}`);
      peers.unavailable.set(name, reason);
    }
  return peers;
}
