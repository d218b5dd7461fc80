import type pg from "pg";
import { readPendingEndpoints } from "../../db/webhook-backlogs.js";

const beforeAll = "00000000-0000-0000-0000-000000000000";
const endpointsPerStatement = 20;

/**
 * Creates a function that finds the workspaces with an endpoint that has more than `max` pending deliveries. Each statement reads a few
 * endpoints. If a statement fails, the next call continues with the endpoints of this statement.
 */
export function findOverLimit(max: number, endpoints = endpointsPerStatement): (pool: pg.Pool) => Promise<string[]> {
  let after = beforeAll;
  const found = new Set<string>();
  return async (pool) => {
    do {
      const page = await readPendingEndpoints(pool, { after, endpoints, max });
      for (const { workspaceId } of page) if (workspaceId !== null) found.add(workspaceId);
      after = page.length < endpoints ? beforeAll : (page.at(-1)?.endpointId ?? beforeAll);
    } while (after !== beforeAll);
    const workspaceIds = [...found];
    found.clear();
    return workspaceIds;
  };
}
