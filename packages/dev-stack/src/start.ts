import { once } from "node:events";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { onStopRequest } from "@offergraph/shared/cli/stop-request";
import { freePort } from "@offergraph/shared/http/free-port";
import { findApps, gateway, repository } from "./supervisor/apps.js";
import type { Demo } from "./supervisor/demo.js";
import { type DemoLinks, showDemoLinks } from "./supervisor/demo-links.js";
import { lockInstance } from "./supervisor/instance-lock.js";
import { createOutput, type Output, seconds } from "./supervisor/output.js";
import { assertFree } from "./supervisor/ports.js";
import { endOrphans, ProcessRegistry } from "./supervisor/process-registry.js";
import { parseReplicas } from "./supervisor/replicas.js";
import { readSettings, type Settings } from "./supervisor/settings.js";
import { Stopped, System } from "./supervisor/system.js";
import { removeSystem, type SystemDescription } from "./supervisor/system-file.js";

/** The results of scripts/start.mjs. */
export interface Before {
  installMs: number;
  /** True if Prometheus also runs. */
  observes: boolean;
  started: number;
  built: string;
}

/** Runs the system until a stop signal, and then exits. */
export async function start(before: Before): Promise<void> {
  const output = createOutput((text) => process.stdout.write(text), process.stdout.isTTY === true);
  try {
    const configured = readSettings(process.env, repository);
    // Chooses the port here, because the forms service needs the public address before the gateway listens.
    const settings = { ...configured, observes: before.observes, port: configured.port || (await freePort()) };
    mkdirSync(settings.dataDirectory, { recursive: true });
    const unlock = lockInstance(settings.dataDirectory);
    try {
      await run(settings, before, output);
    } finally {
      unlock();
    }
    process.exit(0);
  } catch (error) {
    output.line(`\n${output.strong("Offergraph did not start.")} ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}

async function run(settings: Settings, before: Before, output: Output): Promise<void> {
  const registry = new ProcessRegistry(settings.dataDirectory);
  const orphans = await endOrphans(registry.leftBehind());
  removeSystem(settings.dataDirectory);
  const apps = findApps().map((app) => app.name);
  const gateways = parseReplicas(settings.replicas, apps).get(gateway) ?? 1;
  const ports = Array.from({ length: gateways }, (_, index) => settings.port + index);
  await assertFree(settings.host, ports);

  output.line(output.strong("Offergraph"));
  output.step("install", before.installMs > 0 ? seconds(before.installMs) : "up to date");
  output.step("build", before.built);
  if (orphans.length > 0) output.step("clean-up", `stopped orphaned processes of an earlier run: ${orphans.join(", ")}`);

  const system = new System(settings, output, registry);
  const stopRequest = onStopRequest(() => system.forceStop(), ["SIGINT", "SIGTERM", "SIGHUP"]);
  const stopped = once(stopRequest.signal, "abort");
  const starting = system.start().then(async ({ system: description, demo }) => {
    const links = description.demo === "filled" ? await system.demoLinks() : undefined;
    greet({ settings, before, output, description, demo, links });
  });
  // Ctrl-C must also stop a system that is still starting.
  const end = await Promise.race([stopped, starting.then(() => stopped).catch((error: Error) => error)]);
  const failure = end instanceof Error && !(end instanceof Stopped) ? end : undefined;
  const startedAt = performance.now();
  output.line(failure ? "" : "\nStopping …");
  await Promise.all([system.stop(), starting.catch(() => undefined)]);
  stopRequest.dispose();
  if (failure) throw failure;
  output.line(`Stopped in ${seconds(performance.now() - startedAt)}.`);
}

interface Greeting {
  settings: Settings;
  before: Before;
  output: Output;
  description: SystemDescription;
  demo: Demo;
  /** Links to a demo form, or undefined without demo data. */
  links: DemoLinks | undefined;
}

function greet({ settings, before, output, description, demo, links }: Greeting): void {
  const took = seconds(performance.now() - before.started);
  const install = before.installMs > 0 ? ` (plus ${seconds(before.installMs)} for the installation)` : "";
  const base = settings.publicUrl ?? description.baseUrl;
  const url = `${base}/graphql/v1`;
  const file = path.relative(process.cwd(), path.join(settings.dataDirectory, "offergraph.json"));
  const key = demo.isNew ? demo.secretKey : "$KEY";
  const query = `{"query":"{ list_discount_codes(first: 3) { nodes { code title status } } }"}`;
  output.line();
  output.line(`${output.strong("Ready")} in ${took}${install}.`);
  output.line();
  output.step("home page", output.strong(base));
  output.step("studio", `${base}/studio`);
  output.step("explorer", `${base}/explorer`);
  output.step("docs", `${base}/docs`);
  output.step("GraphQL", url);
  output.step("MCP", `${base}/mcp`);
  output.step("key", demo.isNew ? `${output.strong(demo.secretKey)}  shown only once` : `unchanged; stored in ${file}`);
  showDemoLinks(output, links);
  if (description.demo === "filling") output.step("demo", "loading data; a message appears when all data is loaded");
  if (description.prometheusUrl) output.step("Prometheus", `${description.prometheusUrl}/alerts`);
  output.step("logs", path.relative(process.cwd(), path.join(settings.dataDirectory, "logs")));
  output.line("\nTry:\n");
  if (!demo.isNew) output.line(`  KEY=$(node -p 'JSON.parse(fs.readFileSync("${file}")).secretKey')`);
  output.line(`  curl ${url} -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" \\\n    -d '${query}'`);
  output.line("\nCtrl-C stops everything.");
}
