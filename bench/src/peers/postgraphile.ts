import path from "node:path";
import { freePort } from "@offergraph/shared/http/free-port";
import { repository } from "../../../e2e/src/start-system.js";
import { startServer } from "../child.js";
import type { TestSystem } from "../system/test-system.js";
import { graphqlOperation, type Operation, type StartedTarget } from "../target.js";
import { installNode, installPeer } from "./install.js";

/**
 * Starts PostGraphile on the discounts service's database, with the same row-level security. Uses a Node 22 binary from npm, which
 * PostGraphile requires.
 */
export async function startPostGraphile({ file }: TestSystem): Promise<StartedTarget> {
  const { directory, version } = await installPeer("postgraphile");
  const command = await installNode("22");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/graphql`;
  const settings = { directory, connectionString: file.databaseUrls.discounts, workspaceId: file.workspaceId, port };
  const script = path.join(repository, "bench/src/peers/postgraphile-server.mjs");
  const env = { ...process.env, NODE_ENV: "production", GRAPHILE_ENV: "production" };
  const server = await startServer({ command, words: [script, JSON.stringify(settings)], cwd: directory, env, url });
  return { name: "PostGraphile", version, url, pid: server.pid, headers: () => ({}), stop: server.stop };
}

const fields = "rowId code title displayName status valueKind valuePercent usageCount isPublic createdAt updatedAt endsAt";

/** The same list and get operations in PostGraphile's schema. */
export function postGraphileOperations(workspaceId: string, codeIds: readonly string[]): Record<"list" | "get", Operation> {
  const page = "first: 50, offset: $offset, orderBy: [CREATED_AT_DESC]";
  return {
    list: graphqlOperation(
      "list",
      `query ($offset: Int) { allDiscountCodes(${page}) { nodes { ${fields} } pageInfo { hasNextPage endCursor } } }`,
      (index) => ({ offset: index % 50 }),
    ),
    get: graphqlOperation(
      "get",
      `query ($id: UUID!) { discountCodeByWorkspaceIdAndRowId(workspaceId: "${workspaceId}", rowId: $id) { ${fields} } }`,
      (index) => ({ id: codeIds[index % codeIds.length] }),
    ),
  };
}
