import { polling } from "@offergraph/testkit/timeouts";
import { vi } from "vitest";
import type { TestGateway } from "./gateway.js";

/**
 * Sends a mutation and a query. Disconnects the client during the execution, and stops the gateway.
 *
 * @returns the operations that the gateway aborted in the subgraph
 */
export async function givenUpOnLeaving(
  { url, subgraph, stopGateway }: TestGateway,
  path: string,
  headers: Record<string, string>,
  bodies: readonly [write: unknown, read: unknown],
): Promise<readonly string[]> {
  const release = subgraph.hold();
  const leaving = new AbortController();
  const asked = bodies.map((body) =>
    fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body), signal: leaving.signal }).catch(() => undefined),
  );
  await vi.waitFor(() => {
    if (subgraph.received.length < bodies.length) throw new Error("Not all requests have come.");
  }, polling);
  leaving.abort();
  await Promise.all(asked);
  await vi.waitFor(() => {
    if (subgraph.abandoned.length === 0) throw new Error("Nothing was given up.");
  }, polling);
  release();
  await stopGateway();
  return subgraph.abandoned;
}
