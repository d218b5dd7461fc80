import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@offergraph/shared/http/free-port";
import { repository } from "../../../e2e/src/start-system.js";
import { startServer } from "../child.js";
import type { StartedTarget } from "../target.js";
import { installPeer } from "./install.js";

/**
 * Starts the Grafbase gateway (Rust) with `grafbase dev`. Grafbase composes the supergraph from the same subgraph schemas. The subgraph
 * URLs must point to a hop that signs the requests.
 */
export async function startGrafbase(subgraphs: Readonly<Record<string, string>>): Promise<StartedTarget> {
  const { directory, version } = await installPeer("grafbase");
  const home = await mkdtemp(path.join(tmpdir(), "offergraph-grafbase-"));
  const tables = Object.entries(subgraphs).map(
    ([name, url]) => `[subgraphs.${name}]\nschema_path = "${path.join(repository, "apps", name, "schema.graphql")}"\nurl = "${url}"\n`,
  );
  await writeFile(path.join(home, "grafbase.toml"), tables.join("\n"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/graphql`;
  const words = ["--home", home, "dev", "--config", "grafbase.toml", "--port", String(port)];
  const server = await startServer({
    command: path.join(directory, "grafbase"),
    words,
    cwd: home,
    env: { ...process.env, HOME: home },
    url,
  });
  return {
    name: "Grafbase",
    version,
    url,
    pid: server.pid,
    headers: () => ({}),
    async stop() {
      await server.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
