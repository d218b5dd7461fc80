import { readFile } from "node:fs/promises";
import path from "node:path";
import { composeServices } from "@apollo/composition";
import { parse } from "graphql";
import { repository } from "../../../e2e/src/start-system.js";
import { startChild } from "../child.js";
import type { StartedTarget } from "../target.js";

/** Starts @apollo/server with @apollo/gateway in a process of its own. */
export async function startStock(subgraphs: Readonly<Record<string, string>>): Promise<StartedTarget> {
  const supergraphSdl = await composeSupergraph(subgraphs);
  const { pid, answer, stop } = await startChild<{ url: string; version: string }>("stock-gateway.ts", { supergraphSdl });
  return { name: "@apollo/gateway", version: answer.version, url: answer.url, pid, headers: () => ({}), stop };
}

export async function composeSupergraph(subgraphs: Readonly<Record<string, string>>): Promise<string> {
  const services = await Promise.all(
    Object.entries(subgraphs).map(async ([name, url]) => ({
      name,
      url,
      typeDefs: parse(await readFile(path.join(repository, "apps", name, "schema.graphql"), "utf8")),
    })),
  );
  const { supergraphSdl, errors } = composeServices(services);
  if (!supergraphSdl) throw new Error(`The subgraphs do not compose: ${errors?.join("; ")}`);
  return supergraphSdl;
}
