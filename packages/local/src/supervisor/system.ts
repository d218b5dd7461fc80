import path from "node:path";
import { adminCommand } from "./admin.js";
import { appEnvironment } from "./app-environment.js";
import { type App, findApps, gateway } from "./apps.js";
import { type Demo, ensureDemo } from "./demo.js";
import { commandsOf } from "./demo-commands.js";
import { Ledger } from "./ledger.js";
import { type Output, seconds } from "./output.js";
import { publicUrl } from "./public-url.js";
import { parseReplicas, replicaName } from "./replicas.js";
import { databases, natsServer, postgresServer, type Server } from "./servers.js";
import type { Settings } from "./settings.js";
import { signingKey } from "./signing-key.js";
import { SupervisedApp } from "./supervised-app.js";
import { removeSystem, type SystemDescription, writeSystem } from "./system-file.js";

/** Thrown inside a start that was told to stop. */
export class Stopped extends Error {}

/** The servers and apps of one run, brought up in order and ended in the opposite one. */
export class System {
  readonly #settings: Settings;
  readonly #output: Output;
  readonly #ledger: Ledger;
  readonly #servers: Promise<Server>[] = [];
  readonly #serverPids = new Map<string, () => number>();
  readonly #apps = new Map<string, SupervisedApp>();
  #describe: (() => SystemDescription) | undefined;
  #isStopping = false;

  constructor(settings: Settings, output: Output, ledger = new Ledger(settings.dataDirectory)) {
    this.#settings = settings;
    this.#output = output;
    this.#ledger = ledger;
  }

  /** Brings everything up; gives what DATA_DIR/offergraph.json says from then on, and the demo workspace. */
  async start(): Promise<{ system: SystemDescription; demo: Demo }> {
    const apps = findApps();
    const replicas = parseReplicas(
      this.#settings.replicas,
      apps.map((app) => app.name),
    );
    const environment = await this.#prepareServers(apps);
    const subgraphs = apps.filter((app) => app.name !== gateway);
    const [front] = apps;
    if (front?.name !== gateway) throw new Error("There is no app named gateway.");

    const urls = await this.#bringUp(subgraphs, replicas, environment);
    const addresses = (app: App) => names(app, replicas).map((name) => urls.get(name));
    const list = subgraphs.map((app) => `${app.name}=${addresses(app).join("|")}`);
    const gatewayEnvironment = (index: number) => this.#gatewayEnvironment(environment(front), list, index);
    const fronts = await this.#bringUp([front], replicas, (_app, index) => gatewayEnvironment(index));
    const baseUrl = new URL(fronts.get(gateway) ?? "").origin;

    const demo = await this.#timed(
      "demo",
      () => this.#ensureDemo(apps, environment),
      (made) => (made.isNew ? "workspace, owner and keys made" : "as before"),
    );
    this.#describe = () => ({
      baseUrl,
      workspaceId: demo.workspaceId,
      secretKey: demo.secretKey,
      publishableKey: demo.publishableKey,
      pids: this.#pids(),
      urls: Object.fromEntries(urls),
      databaseUrls: Object.fromEntries(apps.map((app) => [app.name, environment(app).DATABASE_URL ?? ""])),
      natsUrl: environment(front).NATS_URL ?? "",
      sandboxStoreUrl: null,
    });
    this.#assertWanted();
    const system = this.#describe();
    writeSystem(this.#settings.dataDirectory, system);
    return { system, demo };
  }

  /** Ends all of it: the gateway first, so that requests under way still find the subgraphs; then these, NATS and PostgreSQL. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const all = [...this.#apps.values()];
    const isGateway = (app: SupervisedApp) => app.name === gateway || app.name.startsWith(`${gateway}-`);
    await Promise.all(all.filter(isGateway).map((app) => app.stop()));
    await Promise.all(all.filter((app) => !isGateway(app)).map((app) => app.stop()));
    for (const server of [...this.#servers].reverse()) await server.then((running) => running.stop()).catch(() => undefined);
    removeSystem(this.#settings.dataDirectory);
    this.#ledger.close();
  }

  /** Someone presses Ctrl-C again: apps are not waited for any more. */
  hurry(): void {
    for (const app of this.#apps.values()) app.kill();
  }

  async #prepareServers(apps: readonly App[]) {
    const context = { settings: this.#settings, output: this.#output, onRestart: () => this.#update() };
    // Kept as promises, so that a stop finds also what is only starting. In this order: ended from the last to the first.
    const postgres = this.#timed("postgres", () => postgresServer(context), whose);
    const nats = this.#timed("nats", () => natsServer(context), whose);
    this.#servers.push(postgres, nats);
    const [{ pid: postgresPid }, { pid: natsPid, url: natsUrl }, databaseUrls] = await Promise.all([
      postgres,
      nats,
      postgres.then((server) =>
        databases(
          server.url,
          apps.map((app) => app.name),
        ),
      ),
    ]);
    if (natsPid) this.#serverPids.set("nats", natsPid);
    if (postgresPid) this.#serverPids.set("postgres", postgresPid);
    const { dataDirectory, host } = this.#settings;
    const key = this.#settings.signingKey ?? signingKey(dataDirectory);
    return (app: App) =>
      appEnvironment(process.env, {
        HOST: host,
        PORT: "0",
        DATABASE_URL: databaseUrls.get(app.name) ?? "",
        NATS_URL: natsUrl,
        GATEWAY_SIGNING_KEY: key,
        ...publicUrl(this.#settings, 0),
      });
  }

  #gatewayEnvironment(common: Record<string, string>, subgraphs: string[], index: number): Record<string, string> {
    const { port, dataDirectory } = this.#settings;
    const own = port === 0 ? 0 : port + index;
    return {
      ...common,
      PORT: String(own),
      SUBGRAPHS: subgraphs.join(","),
      SUPERGRAPH_CACHE: path.join(dataDirectory, index === 0 ? "supergraph.json" : `supergraph-${index + 1}.json`),
      ...publicUrl(this.#settings, index),
    };
  }

  async #bringUp(apps: readonly App[], replicas: Map<string, number>, environment: (app: App, index: number) => Record<string, string>) {
    const started = apps.flatMap((app) =>
      names(app, replicas).map(async (name, index) => {
        const url = await this.#timed(
          name,
          () => this.#spawn(app, name, environment(app, index)).ready(),
          (address) => new URL(address).host,
        );
        return [name, url] as const;
      }),
    );
    return new Map(await Promise.all(started));
  }

  #spawn(app: App, name: string, environment: Record<string, string>): SupervisedApp {
    this.#assertWanted();
    const supervised = new SupervisedApp({
      name,
      script: ["dist/main.js"],
      directory: app.directory,
      environment,
      logDirectory: path.join(this.#settings.dataDirectory, "logs"),
      ledger: this.#ledger,
      output: this.#output,
      onRestart: () => this.#update(),
    });
    this.#apps.set(name, supervised);
    return supervised;
  }

  #ensureDemo(apps: readonly App[], environment: (app: App) => Record<string, string>): Promise<Demo> {
    const run = (app: App, words: readonly string[], workspaceId?: string) => {
      this.#assertWanted();
      return adminCommand(app, words, { ...environment(app), ...(workspaceId ? { OFFERGRAPH_WORKSPACE: workspaceId } : {}) });
    };
    return ensureDemo(this.#settings.dataDirectory, commandsOf(apps, run, this.#settings.withDemoData));
  }

  #pids(): Record<string, number> {
    const apps = [...this.#apps].map(([name, app]) => [name, app.pid] as const);
    return Object.fromEntries([...apps, ...[...this.#serverPids].map(([name, pid]) => [name, pid()] as const)]);
  }

  /** A process was replaced: whoever reads the file finds the new one. */
  #update(): void {
    if (this.#describe && !this.#isStopping) writeSystem(this.#settings.dataDirectory, this.#describe());
  }

  async #timed<Result>(name: string, work: () => Promise<Result>, say: (result: Result) => string): Promise<Result> {
    const started = performance.now();
    const result = await work();
    this.#assertWanted();
    this.#output.step(name, `${say(result)} · ${seconds(performance.now() - started)}`);
    return result;
  }

  #assertWanted(): void {
    if (this.#isStopping) throw new Stopped("Stopped while starting.");
  }
}

const whose = (server: Server) => (server.pid ? "embedded" : "yours");

function names(app: App, replicas: Map<string, number>): string[] {
  return Array.from({ length: replicas.get(app.name) ?? 1 }, (_, index) => replicaName(app.name, index));
}
