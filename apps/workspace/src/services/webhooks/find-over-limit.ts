import { nilId } from "@offergraph/shared/time/ids";
import type pg from "pg";
import { readPendingEndpoints } from "../../db/webhook-backlogs.js";

const endpointsPerStatement = 20;

/**
 * Creates a function that finds workspaces with more than `max` pending deliveries to one endpoint. After an error, the next call continues
 * at the same endpoint.
 */
export function findOverLimit(max: number, endpoints = endpointsPerStatement): (pool: pg.Pool) => Promise<string[]> {
  let after = nilId;
  const found = new Set<string>();
  return async (pool) => {
    do {
      const page = await readPendingEndpoints(pool, { after, endpoints, max });
      for (const { workspaceId } of page) if (workspaceId !== null) found.add(workspaceId);
      after = page.length < endpoints ? nilId : (page.at(-1)?.endpointId ?? nilId);
    } while (after !== nilId);
    const workspaceIds = [...found];
    found.clear();
    return workspaceIds;
  };
}
