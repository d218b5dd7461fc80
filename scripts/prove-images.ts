// Creates the images of all apps without Docker, compares their sizes with the limit, and runs the system from the images.
//   npm run prove -- images
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { installNode } from "../bench/src/peers/install.js";
import { type App, findApps, gateway } from "../packages/dev-stack/src/supervisor/apps.js";
import { commandsOf } from "../packages/dev-stack/src/supervisor/demo-commands.js";
import { startInfrastructure } from "../packages/dev-stack/src/supervisor/infrastructure.js";
import { createOutput } from "../packages/dev-stack/src/supervisor/output.js";
import { ProcessRegistry } from "../packages/dev-stack/src/supervisor/process-registry.js";
import { readSettings } from "../packages/dev-stack/src/supervisor/settings.js";
import { freePort } from "../packages/shared/src/http/free-port.js";
import { createImage, type Image } from "./images/create-image.js";
import { type RunningImage, runInImage, startImage } from "./images/run-image.js";

const maxMb = 150;
const mb = (bytes: number) => (bytes / 1e6).toFixed(1).padStart(8);

const folder = mkdtempSync(path.join(tmpdir(), "offergraph-images-"));
const apps = findApps();
const images = new Map<string, Image>();
const running: RunningImage[] = [];
const settings = readSettings({ DATA_DIR: path.join(folder, "servers"), OFFERGRAPH_DEMO: "0" }, folder);
const registry = new ProcessRegistry(settings.dataDirectory);
let servers: Awaited<ReturnType<typeof startInfrastructure>>["servers"] = [];
try {
  const node = await installNode("24");
  console.log(`MB           Node and libraries      app     image   compressed (limit: ${maxMb} MB)`);
  for (const { name } of apps) {
    const image = await createImage(name, node, folder);
    images.set(name, image);
    const bytes = image.runtimeBytes + image.appBytes;
    const verdict = bytes <= maxMb * 1e6 ? "" : "   FAILED";
    console.log(
      `${name.padEnd(12)} ${mb(image.runtimeBytes).padStart(18)} ${mb(image.appBytes)}  ${mb(bytes)}     ${mb(image.compressedBytes)}${verdict}`,
    );
    if (verdict) process.exitCode = 1;
  }
  if (process.getuid?.() === 0) await runSystem();
  else console.log("The images were not started, because only root can start them without Docker.");
} finally {
  await Promise.all(running.map((one) => one.stop()));
  for (const server of [...servers].reverse()) await server.then((one) => one.stop()).catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
}

/** Runs the commands of docs/deployment.md in the images, and one mutation through the gateway. */
async function runSystem(): Promise<void> {
  const output = createOutput((text) => process.stdout.write(text), false);
  const context = { settings, registry, output, onRestart: () => undefined };
  const starting = startInfrastructure({ ...context, timed: (_name, work) => work() }, apps);
  servers = starting.servers;
  const { environment } = await starting.infrastructure;
  // On a busy machine, the composition of the supergraph may block the event loop for longer than the default allows.
  const own = async (app: App) => ({ ...environment(app), PORT: String(await freePort()), EVENT_LOOP_TIMEOUT_SECONDS: "0" });
  const start = async (app: App, variables: Record<string, string> = {}) => {
    const image = startImage(images.get(app.name) as Image, { ...(await own(app)), ...variables });
    running.unshift(image);
    return await image.ready;
  };
  const services = apps.filter(({ name }) => name !== gateway);
  const list = await Promise.all(services.map(async (app) => `${app.name}=${await start(app)}`));
  const front = apps.find(({ name }) => name === gateway) as App;
  const url = await start(front, { SUBGRAPHS: list.join(","), SUPERGRAPH_CACHE: "/data/supergraph.json" });
  const run = async (app: App, words: readonly string[]) =>
    JSON.parse(await runInImage(images.get(app.name) as Image, await own(app), ["dist/admin.js", ...words, "--json"])) as unknown;
  const { secretKey } = await commandsOf(apps, run, false).createWorkspace();
  const query = `mutation { create_partner(input: { name: "Mara" }) { partner { name } userErrors { code } } }`;
  const response = await fetch(`${url}/graphql/v1`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${secretKey}` },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  const isRight = text.includes('"create_partner":{"partner":{"name":"Mara"},"userErrors":[]}');
  console.log(isRight ? "The system runs from the images: read-only, as user 1000, on Node 24." : `FAILED: ${response.status} ${text}`);
  if (!isRight) process.exitCode = 1;
}
