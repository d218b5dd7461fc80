import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connectNats } from "@offergraph/service/messaging/connection";
import { makeStreams } from "@offergraph/service/messaging/make-streams";
import { freePort } from "@offergraph/shared/http/free-port";
import { createLogger } from "@offergraph/shared/log/logger";
import { afterAll, beforeAll, expect, it } from "vitest";
import { natsBinary } from "./nats-binary.js";
import { natsUsers, passwordVariable } from "./nats-config.js";
import { becomes } from "./processes.js";
import { repository } from "./supervisor/apps.js";

// Runs three servers with the configuration of docker-compose.yml.
const log = createLogger("test", "silent");
const names = ["nats", "nats-2", "nats-3"];
const servers = new Map<string, ChildProcess>();
let folder = "";
let addresses: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "offergraph-cluster-"));
  const binary = await natsBinary(log);
  const ports = await Promise.all(names.map(async () => ({ client: await freePort(), cluster: await freePort(), http: await freePort() })));
  addresses = ports.map(({ client }) => `127.0.0.1:${client}`);
  const env = {
    ...Object.fromEntries(natsUsers.map((user) => [passwordVariable(user), `"${user}-password"`])),
    NATS_CLUSTER_PASSWORD: '"cluster-password"',
    NATS_ROUTES: JSON.stringify(ports.map(({ cluster }) => `nats://cluster:cluster-password@127.0.0.1:${cluster}`)),
  };
  for (const [index, name] of names.entries()) {
    const { client, cluster, http } = ports[index] as (typeof ports)[number];
    const own = path.join(folder, name);
    await mkdir(own);
    const replacements = {
      "0.0.0.0:4222": `127.0.0.1:${client}`,
      "127.0.0.1:8222": `127.0.0.1:${http}`,
      "0.0.0.0:6222": `127.0.0.1:${cluster}`,
    };
    await copyConfiguration(own, { ...replacements, "/data": JSON.stringify(path.join(own, "data")) });
    const child = spawn(binary, ["--config", path.join(own, "cluster.conf")], { env: { ...env, NATS_SERVER_NAME: name }, stdio: "ignore" });
    servers.set(name, child);
  }
});

/** Copies the configuration of docker-compose.yml, and replaces addresses and folders. */
async function copyConfiguration(target: string, replacements: Record<string, string>): Promise<void> {
  const files = ["nats.conf", "cluster.conf"];
  const texts = await Promise.all(files.map((file) => readFile(path.join(repository, "deploy/nats", file), "utf8")));
  for (const old of Object.keys(replacements)) expect(texts.join("\n")).toContain(old);
  const replaced = texts.map((text) => Object.entries(replacements).reduce((result, [old, next]) => result.replace(old, next), text));
  await Promise.all(files.map((file, index) => writeFile(path.join(target, file), replaced[index] ?? "")));
}

afterAll(async () => {
  await Promise.all([...servers.values()].map(end));
  await rm(folder, { recursive: true, force: true });
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

const urlOf = (user: string) => `nats://${user}:${user}-password@${addresses.join(",")}`;

it("stores each stream on three servers, and keeps events when a server dies", async () => {
  await makeStreams(urlOf("admin"), { replicas: 3 });
  const admin = connectNats({ url: urlOf("admin"), name: "test", log });
  try {
    const { connection } = await admin.waitForConnection(AbortSignal.timeout(30_000));
    const { streams } = await jetstreamManager(connection);
    const isCopied = async () => {
      const found = await streams.list().next();
      return (
        found.length >= 6 &&
        found.every(({ config, cluster }) => config.num_replicas === 3 && cluster?.replicas?.every((one) => one.current))
      );
    };
    expect(await becomes(isCopied, 30_000)).toBe(true);
    const { seq } = await jetstream(connection).publish("offergraph.orders.order.created.v1", "kept");
    const { cluster } = await streams.info("offergraph_orders");
    await end(servers.get(cluster?.leader ?? "") as ChildProcess);
    const read = async () => {
      const session = await admin.waitForConnection(AbortSignal.timeout(30_000));
      const manager = await jetstreamManager(session.connection, { checkAPI: false });
      const message = await manager.streams.getMessage("offergraph_orders", { seq }).catch(() => undefined);
      return message?.string() === "kept";
    };
    expect(await becomes(read, 30_000)).toBe(true);
    const publish = async () => {
      const session = await admin.waitForConnection(AbortSignal.timeout(30_000));
      return await jetstream(session.connection)
        .publish("offergraph.orders.order.created.v1", "later")
        .then(
          () => true,
          () => false,
        );
    };
    expect(await becomes(publish, 30_000)).toBe(true);
  } finally {
    await admin.close();
  }
});
