import path from "node:path";
import { freePort } from "@offergraph/shared/http/free-port";
import { adminCommand } from "./admin.js";
import { gatewayEnvironment } from "./app-environment.js";
import { type App, findApps, gateway, workspace } from "./apps.js";
import { type Demo, ensureDemo } from "./demo.js";
import { commandsOf } from "./demo-commands.js";
import { type DemoLinks, readDemoLinks, showDemoLinks } from "./demo-links.js";
import { type Infrastructure, startInfrastructure } from "./infrastructure.js";
import { type Output, seconds } from "./output.js";
import { ProcessRegistry } from "./process-registry.js";
import { parseReplicas, replicaName } from "./replicas.js";
import { sandboxStoreAccess } from "./sandbox-store.js";
import { prometheusServer, type Server } from "./servers.js";
import { heapOptions, type Settings } from "./settings.js";
import { SupervisedApp } from "./supervised-app.js";
import { removeSystem, type SystemDescription, writeSystem } from "./system-file.js";

export class Stopped extends Error {}

export class System {
  #servers: Promise<Server>[] = [];
  readonly #apps = new Map<string, SupervisedApp>();
  readonly #metricsUrls = new Map<string, string>();
  #describe: (() => SystemDescription) | undefined;
  #isStopping = false;
  readonly #ending = new AbortController();
  #demoState: SystemDescription["demo"] = "empty";
  #filling: Promise<void> = Promise.resolve();

  constructor(
    private readonly settings: Settings,
    private readonly output: Output,
    private readonly registry = new ProcessRegistry(settings.dataDirectory),
  ) {}

  /** Starts all servers and apps. Returns the demo workspace and the content of DATA_DIR/offergraph.json. */
  async start(): Promise<{ system: SystemDescription; demo: Demo }> {
    const apps = findApps();
    const appNames = apps.map((app) => app.name);
    const replicas = parseReplicas(this.settings.replicas, appNames);
    const { settings, output, registry } = this;
    const onRestart = () => this.#update();
    const timed: Parameters<typeof startInfrastructure>[0]["timed"] = (name, work, say) => this.#timed(name, work, say);
    const starting = startInfrastructure({ settings, registry, output, onRestart, timed }, apps);
    this.#servers = starting.servers;
    const infrastructure = await starting.infrastructure;
    const { environment, sandboxStoreUrl, natsUrl, hasRegistry } = infrastructure;
    const subgraphs = apps.filter((app) => app.name !== gateway);
    const [front] = apps;
    if (front?.name !== gateway) throw new Error("Invariant violated: no app named gateway in apps/.");

    const services = this.#bringUp(subgraphs, replicas, environment);
    const addresses = (app: App, urls: Map<string, string>) => names(app, replicas).map((name) => urls.get(name));
    // A gateway without the registry must know the addresses of the services when it starts.
    const list = hasRegistry
      ? subgraphs.map((app) => app.name)
      : await readyAll(services).then((urls) => subgraphs.map((app) => `${app.name}=${addresses(app, urls).join("|")}`));
    const fronts = this.#bringUp([front], replicas, (app, index) => ({
      ...environment(app),
      ...gatewayEnvironment(this.settings, list, index),
    }));
    // The demo workspace needs only the tables of the workspace service.
    const creatingDemo = services.get(workspace)?.then(() => this.#createDemo(apps, infrastructure));
    const [urls, frontUrls, demo] = await Promise.all([readyAll(services), readyAll(fronts), creatingDemo]);
    if (!demo) throw new Error("Invariant violated: no app named workspace in apps/.");
    const baseUrl = new URL(frontUrls.get(gateway) ?? "").origin;
    const prometheus = settings.observes ? await this.#observe(onRestart) : undefined;

    this.#describe = () => ({
      baseUrl,
      workspaceId: demo.workspaceId,
      secretKey: demo.secretKey,
      publishableKey: demo.publishableKey,
      pids: {
        ...Object.fromEntries([...this.#apps].map(([name, app]) => [name, app.pid])),
        ...infrastructure.pids(),
        ...(prometheus?.pid && { prometheus: prometheus.pid() }),
      },
      urls: Object.fromEntries(urls),
      metricsUrls: Object.fromEntries(this.#metricsUrls),
      databaseUrls: Object.fromEntries(apps.map((app) => [app.name, environment(app).DATABASE_URL ?? ""])),
      natsUrl,
      sandboxStoreUrl,
      ...(prometheus && { prometheusUrl: prometheus.url }),
      demo: this.#demoState,
      outboundAllowPrivate: this.settings.outboundAllowPrivate,
    });
    if (demo.fill) this.#demoState = "filling";
    else if (this.settings.withDemoData) this.#demoState = "filled";
    this.#assertWanted();
    const system = this.#describe();
    writeSystem(this.settings.dataDirectory, system);
    if (demo.fill) this.#filling = this.#fillDemo(demo.fill);
    return { system, demo };
  }

  /** Stops the gateway first, because its running requests need the subgraphs. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#ending.abort();
    await this.#filling;
    const all = [...this.#apps.values()];
    const isGateway = (app: SupervisedApp) => app.name === gateway || app.name.startsWith(`${gateway}-`);
    await Promise.all(all.filter(isGateway).map((app) => app.stop()));
    await Promise.all(all.filter((app) => !isGateway(app)).map((app) => app.stop()));
    for (const server of [...this.#servers].reverse()) await server.then((running) => running.stop()).catch(() => undefined);
    removeSystem(this.settings.dataDirectory);
    this.registry.close();
  }

  forceStop(): void {
    this.#ending.abort();
    for (const app of this.#apps.values()) app.kill();
  }

  /**
   * Starts the replicas of the apps. Returns one promise for each replica, which resolves with the replica's address when the replica is
   * ready.
   */
  #bringUp(apps: readonly App[], replicas: Map<string, number>, environment: (app: App, index: number) => Record<string, string>) {
    const start = async (app: App, name: string, index: number) => {
      // A restarted app keeps its metrics port.
      const port = await freePort();
      this.#metricsUrls.set(name, `http://127.0.0.1:${port}/metrics`);
      return this.#spawn(app, name, { ...environment(app, index), METRICS_PORT: String(port) }).ready();
    };
    const hostOf = (address: string) => new URL(address).host;
    return new Map(
      apps.flatMap((app) =>
        names(app, replicas).map((name, index) => [name, this.#timed(name, () => start(app, name, index), hostOf)] as const),
      ),
    );
  }

  #spawn(app: App, name: string, environment: Record<string, string>): SupervisedApp {
    this.#assertWanted();
    const { settings, registry, output } = this;
    const script = [...heapOptions(settings), "dist/main.js"];
    const logDirectory = path.join(settings.dataDirectory, "logs");
    const parts = { name, script, directory: app.directory, environment, logDirectory, registry, output };
    const supervised = new SupervisedApp({ ...parts, onRestart: () => this.#update() });
    this.#apps.set(name, supervised);
    return supervised;
  }

  #observe(onRestart: () => void): Promise<Server> {
    const { settings, output } = this;
    const server = prometheusServer({ settings, output, onRestart }, Object.fromEntries(this.#metricsUrls));
    this.#servers.push(server);
    return this.#timed(
      "prometheus",
      () => server,
      ({ url }) => new URL(url).host,
    );
  }

  #createDemo(apps: readonly App[], { environment, sandboxStoreUrl }: Infrastructure): Promise<Demo> {
    const { dataDirectory, withDemoData } = this.settings;
    const access = sandboxStoreAccess(dataDirectory, sandboxStoreUrl);
    const run = (app: App, words: readonly string[], workspaceId?: string) => {
      this.#assertWanted();
      const workspace: Record<string, string> = workspaceId ? { OFFERGRAPH_WORKSPACE: workspaceId } : {};
      return adminCommand(app, words, { ...environment(app), ...access, ...workspace }, this.#ending.signal);
    };
    return this.#timed(
      "demo",
      () => ensureDemo(dataDirectory, commandsOf(apps, run, withDemoData)),
      (made) => (made.isNew ? "created workspace, owner and keys" : "unchanged"),
    );
  }

  /** Loads the demo data after startup. Never rejects. After an error, the next start loads the missing data. */
  async #fillDemo(fill: () => Promise<unknown>): Promise<void> {
    const started = performance.now();
    try {
      await fill();
      this.#demoState = "filled";
      this.output.step("demo", `data loaded · ${seconds(performance.now() - started)}`);
      showDemoLinks(this.output, this.#isStopping ? undefined : await this.demoLinks());
    } catch (error) {
      if (this.#isStopping) return;
      this.#demoState = "failed";
      this.output.trouble(
        "demo",
        "error",
        `Failed to load the demo data. The next start tries again to load the demo data. ${(error as Error).message}`,
      );
    }
    this.#update();
  }

  /** Returns the links to a demo form. Returns undefined after an error, because the system can run without the links. */
  async demoLinks(): Promise<DemoLinks | undefined> {
    const described = this.#describe?.();
    return described && readDemoLinks(described.baseUrl, described.secretKey).catch(() => undefined);
  }

  #update(): void {
    if (this.#describe && !this.#isStopping) writeSystem(this.settings.dataDirectory, this.#describe());
  }

  async #timed<Result>(name: string, work: () => Promise<Result>, say: (result: Result) => string): Promise<Result> {
    const started = performance.now();
    const result = await work();
    this.#assertWanted();
    this.output.step(name, `${say(result)} · ${seconds(performance.now() - started)}`);
    return result;
  }

  #assertWanted(): void {
    if (this.#isStopping) throw new Stopped("Stopped while starting.");
  }
}

function names(app: App, replicas: Map<string, number>): string[] {
  return Array.from({ length: replicas.get(app.name) ?? 1 }, (_, index) => replicaName(app.name, index));
}

/** Waits until all replicas are ready. Returns the address of each replica. */
async function readyAll(starting: Map<string, Promise<string>>): Promise<Map<string, string>> {
  return new Map(await Promise.all([...starting].map(async ([name, url]) => [name, await url] as const)));
}
