import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onStopRequest } from "@offergraph/shared/cli/stop-request";
import { freePort } from "@offergraph/shared/http/free-port";
import { type IdentityProxy, startIdentityProxy } from "./identity-proxy.js";
import { endChild } from "./processes.js";
import { appEnvironment } from "./supervisor/app-environment.js";
import { gateway, repository } from "./supervisor/apps.js";
import { lockInstance } from "./supervisor/instance-lock.js";
import { readLogLine } from "./supervisor/log-line.js";
import { createOutput } from "./supervisor/output.js";
import { signingKey } from "./supervisor/private-files.js";
import { databases, natsServer, postgresServer } from "./supervisor/servers.js";
import { heapOptions, readSettings } from "./supervisor/settings.js";
import { readSystem } from "./supervisor/system-file.js";

// `npm run dev -w apps/forms` runs one service with its own PostgreSQL and NATS in DATA_DIR/dev/forms. After a file change, the service
// restarts.
const developer = { workspaceId: "00000000-0000-7000-8000-000000000001", memberId: "00000000-0000-7000-8000-000000000002" };
const parentWatchdog = fileURLToPath(new URL("../parent-watchdog.mjs", import.meta.url));

let proxy: Promise<IdentityProxy> | undefined;
const output = createOutput((text) => process.stdout.write(text), process.stdout.isTTY === true);
try {
  await develop(process.cwd());
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

async function develop(directory: string): Promise<void> {
  const name = path.basename(directory);
  const all = readSettings({ PORT: "0", ...process.env }, repository);
  const settings = { ...all, dataDirectory: path.join(all.dataDirectory, "dev", name) };
  mkdirSync(settings.dataDirectory, { recursive: true });
  const unlock = lockInstance(settings.dataDirectory);
  const stopRequest = onStopRequest(() => process.exit(1), ["SIGINT", "SIGTERM", "SIGHUP"]);
  const stopped = once(stopRequest.signal, "abort");
  const context = { settings, output, onRestart: () => undefined };
  const [postgres, nats] = await Promise.all([postgresServer(context), natsServer(context)]);
  try {
    const urls = name === gateway ? new Map<string, string>() : await databases(postgres.url, [name]);
    const key = settings.signingKey ?? signingKey(settings.dataDirectory);
    const environment = appEnvironment(process.env, {
      HOST: settings.host,
      // If tsx restarts the service, the service listens on the same port again.
      PORT: String(settings.port || (await freePort())),
      DATABASE_URL: urls.get(name) ?? "",
      NATS_URL: nats.urlOf?.(name) ?? nats.url,
      GATEWAY_SIGNING_KEY: key,
      OUTBOUND_ALLOW_PRIVATE: settings.outboundAllowPrivate,
      NODE_ENV: "development",
      ...(name === gateway ? gatewaySettings(all.dataDirectory, settings.dataDirectory) : {}),
    });
    const tsx = createRequire(import.meta.url).resolve("tsx/cli");
    const words = ["watch", "--clear-screen=false", "--conditions=source", "--include=schema.graphql", "src/main.ts"];
    const child = spawn(process.execPath, ["--import", parentWatchdog, tsx, ...words], {
      cwd: directory,
      // tsx runs the service in a child process, which inherits NODE_OPTIONS.
      env: { ...environment, NODE_OPTIONS: [process.env.NODE_OPTIONS, ...heapOptions(settings)].filter(Boolean).join(" ") },
      detached: true,
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    });
    if (!child.stdout) throw new Error("Invariant violated: the service process has no stdout.");
    createInterface({ input: child.stdout }).on("line", (text) => {
      output.line(text);
      const line = readLogLine(text);
      if (line.kind === "ready") void greet(name, line.url, key);
    });
    await Promise.race([stopped, once(child, "exit")]);
    await endChild(child, { SIGTERM: 10_000, SIGKILL: 5_000 });
  } finally {
    await Promise.all([nats.stop(), postgres.stop()]);
    unlock();
  }
}

/** By default, the gateway uses the subgraphs and the database of the system that `npm start` is running. */
function gatewaySettings(systemDirectory: string, ownDirectory: string): Record<string, string> {
  const system = readSystem(systemDirectory);
  const running = Object.entries(system?.urls ?? {}).filter(([name]) => !/-\d+$/.test(name));
  const subgraphs = process.env.SUBGRAPHS ?? running.map(([name, url]) => `${name}=${url}`).join(",");
  if (subgraphs === "")
    throw new Error('The gateway needs subgraphs. Run "npm start" in another terminal, or set SUBGRAPHS="forms=http://…/graphql".');
  const databaseUrl = process.env.DATABASE_URL ?? system?.databaseUrls[gateway] ?? "";
  return { SUBGRAPHS: subgraphs, DATABASE_URL: databaseUrl, SUPERGRAPH_CACHE: path.join(ownDirectory, "supergraph.json") };
}

/** Prints the service's address. For a subgraph, starts a signing proxy. After a restart of the service, reuses the proxy. */
async function greet(name: string, url: string, signingKey: string): Promise<void> {
  if (name === gateway) return output.line(`\n  ${name} serves ${url}/graphql/v1.\n`);
  const principal = { ...developer, keyId: developer.memberId, level: "ADMIN", requestId: "development" } as const;
  proxy ??= startIdentityProxy({ target: url, service: name, signingKey, principal });
  const signing = (await proxy).url;
  output.line(`
  Send requests for ${name} to the proxy ${signing}. The proxy signs the requests with a development identity (workspace ${developer.workspaceId}):

  curl ${signing} -H "Content-Type: application/json" -d '{"query":"{ __typename }"}'
`);
}
