import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@offergraph/shared/http/free-port";
import type { Logger } from "@offergraph/shared/log/logger";
import { natsBinary } from "../nats-binary.js";
import { natsUsers, passwordVariable } from "../nats-config.js";
import { repository } from "../supervisor/apps.js";

const names = ["nats", "nats-2", "nats-3"] as const;
type Name = (typeof names)[number];

/** Prepares three servers with the configuration of docker-compose.yml. `start` starts a server. */
export async function natsCluster(log: Logger) {
  const folder = await mkdtemp(path.join(tmpdir(), "offergraph-cluster-"));
  const binary = await natsBinary(log);
  const servers = new Map<string, ChildProcess>();
  const ports = await Promise.all(names.map(async () => ({ client: await freePort(), cluster: await freePort(), http: await freePort() })));
  const addresses = ports.map(({ client }) => `127.0.0.1:${client}`);
  const env = {
    ...Object.fromEntries(natsUsers.map((user) => [passwordVariable(user), `"${user}-password"`])),
    NATS_CLUSTER_PASSWORD: '"cluster-password"',
    NATS_ROUTES: JSON.stringify(ports.map(({ cluster }) => `nats://cluster:cluster-password@127.0.0.1:${cluster}`)),
  };
  for (const [index, name] of names.entries()) {
    const { client, cluster, http } = ports[index] as (typeof ports)[number];
    const own = path.join(folder, name);
    await mkdir(own);
    await copyConfiguration(own, {
      "0.0.0.0:4222": `127.0.0.1:${client}`,
      "127.0.0.1:8222": `127.0.0.1:${http}`,
      "0.0.0.0:6222": `127.0.0.1:${cluster}`,
      "/data": JSON.stringify(path.join(own, "data")),
    });
  }
  return {
    names,
    urlOf: (user: string) => `nats://${user}:${user}-password@${addresses.join(",")}`,
    start(name: Name): void {
      const config = path.join(folder, name, "cluster.conf");
      servers.set(name, spawn(binary, ["--config", config], { env: { ...env, NATS_SERVER_NAME: name }, stdio: "ignore" }));
    },
    kill: (name: string) => end(servers.get(name)),
    async end() {
      await Promise.all([...servers.values()].map(end));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type NatsCluster = Awaited<ReturnType<typeof natsCluster>>;

/** Copies the configuration of docker-compose.yml, and replaces addresses and folders. */
async function copyConfiguration(target: string, replacements: Record<string, string>): Promise<void> {
  const files = ["nats.conf", "cluster.conf"];
  const texts = await Promise.all(files.map((file) => readFile(path.join(repository, "deploy/nats", file), "utf8")));
  const missing = Object.keys(replacements).find((old) => !texts.join("\n").includes(old));
  if (missing !== undefined) throw new Error(`deploy/nats does not contain ${missing}.`);
  const replaced = texts.map((text) => Object.entries(replacements).reduce((result, [old, next]) => result.replace(old, next), text));
  await Promise.all(files.map((file, index) => writeFile(path.join(target, file), replaced[index] ?? "")));
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
