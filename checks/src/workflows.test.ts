import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { validate } from "@actions/languageservice";
import { expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { parse } from "yaml";
import { z } from "zod";
import { findApps, gateway, repository } from "../../packages/dev-stack/src/supervisor/apps.js";

const folder = path.join(repository, ".github/workflows");
const apps = findApps().map(({ name }) => name);
const read = (file: string) => readFileSync(path.join(folder, file), "utf8");

let checked = 0;

/** Returns the errors and warnings of GitHub's language service, which also checks expressions and the inputs of called workflows. */
async function findProblems(file: string, content = read(file)): Promise<string[]> {
  const fileProvider = {
    getFileContent: async (reference: object) => {
      const name = path.basename((reference as { path: string }).path);
      return { name, content: read(name) };
    },
  };
  checked += 1;
  // The language service caches results by URI, so each check needs its own.
  const document = TextDocument.create(`file:///${checked}/.github/workflows/${file}`, "yaml", 1, content);
  const found = await validate(document, { fileProvider });
  return found.map(({ message, range }) => `${range.start.line + 1}: ${message}`);
}

it.each(readdirSync(folder))("%s is a valid workflow", async (file) => {
  expect(await findProblems(file)).toEqual([]);
});

it("finds an unknown key, an unknown context and a wrong input", async () => {
  const text = read("app.yml");
  expect(await findProblems("app.yml", text.replace("timeout-minutes: 10", "timeout: 10"))).toEqual([expect.stringContaining("timeout")]);
  expect(await findProblems("app.yml", text.replace("steps.name.outputs", "step.name.outputs"))).toEqual([expect.stringContaining("step")]);
  const caller = read("deploy-orders.yml").replace("with: { app: orders }", "with: { name: orders }");
  expect((await findProblems("deploy-orders.yml", caller)).length).toBeGreaterThan(0);
});

const callerSchema = z.looseObject({
  on: z.object({
    pull_request: z.object({ paths: z.array(z.string()) }),
    push: z.object({ branches: z.array(z.string()), paths: z.array(z.string()) }),
  }),
  jobs: z.record(z.string(), z.looseObject({ uses: z.string(), with: z.object({ app: z.string() }) })),
});

it.each(apps)("deploy-%s.yml runs only for files that belong to the app", (app) => {
  const file = `deploy-${app}.yml`;
  const { on, jobs } = callerSchema.parse(parse(read(file)));
  expect(Object.values(jobs)).toMatchObject([{ uses: "./.github/workflows/app.yml", with: { app } }]);
  expect(on.push).toEqual({ branches: ["main"], paths: on.pull_request.paths });
  const { dependencies } = JSON.parse(readFileSync(path.join(repository, `apps/${app}/package.json`), "utf8")) as { dependencies: object };
  const packages = Object.keys(dependencies).filter((name) => name.startsWith("@offergraph/"));
  const own = [`apps/${app}/**`, ...packages.map((name) => `${name.replace("@offergraph/", "packages/")}/**`)];
  // The gateway serves the studio. The pages of the studio contain the SDK, which is generated from the schemas of all apps.
  const ofStudio = app === gateway ? ["packages/studio/**", "packages/sdk/**", "apps/*/schema.graphql"] : [];
  const ofImage = ["package-lock.json", "Dockerfile", "scripts/images/**", "deploy/version.sh"];
  // The settings of another app must not start a release of this app.
  const ofRelease = ["deploy.sh", "app/**", "components/**", `base/${app}/**`, `overlays/*/${app}/**`].map(
    (name) => `deploy/kubernetes/${name}`,
  );
  const expected = [...own, ...ofStudio, ...ofImage, ...ofRelease, ".github/workflows/app.yml", `.github/workflows/${file}`];
  expect([...on.push.paths].sort()).toEqual(expected.sort());
});

const jobsSchema = z.looseObject({
  jobs: z.record(
    z.string(),
    z.looseObject({
      steps: z.array(
        z.looseObject({
          uses: z.string().optional(),
          run: z.string().default(""),
          env: z.record(z.string(), z.string()).default({}),
          with: z.record(z.string(), z.unknown()).default({}),
        }),
      ),
    }),
  ),
});
const { jobs: appJobs } = jobsSchema.parse(parse(read("app.yml")));
const stepsOf = (job: string) => appJobs[job]?.steps ?? [];

it("app.yml tests everything whose change starts the workflow", () => {
  const commands = stepsOf("test").map(({ run }) => run);
  expect(commands).toContain('npx vitest run --project unit --project int "apps/$APP/" packages/ checks/');
  expect(commands).toContainEqual(expect.stringContaining('--filter="./packages/*" --filter=@offergraph/checks'));
});

it("app.yml reads the cluster with the commands of docs/deployment.md, before the checkout of a pull request's code", () => {
  const page = readFileSync(path.join(repository, "docs/deployment.md"), "utf8");
  const [reading, ...others] = stepsOf("schema");
  const commandsOf = (text: string) =>
    [...text.replace(/\\\n\s*/g, "").matchAll(/kubectl exec --namespace \S+ deployment\/gateway-api -- (.+?) > /g)].map(
      ([, command]) => command,
    );
  expect(commandsOf(reading?.run ?? "")).toEqual(commandsOf(page));
  expect(commandsOf(page)).toHaveLength(2);
  expect(Object.keys(reading?.env ?? {})).toContain("KUBECONFIG");
  expect(reading?.run).toContain(`trap 'rm "$KUBECONFIG"' EXIT`);
  expect(JSON.stringify(others)).not.toMatch(/KUBE_?CONFIG/);
  expect(others.at(-1)?.run).toMatch(/schema check .*--against "\$RUNNER_TEMP\/supergraph.json" --usage "\$RUNNER_TEMP\/usage.json"$/);
});

it("app.yml gives each image a semantic version that increases with each commit", () => {
  const image = stepsOf("image");
  expect(image.find(({ uses }) => uses?.startsWith("actions/checkout@"))?.with).toEqual({ "fetch-depth": 0 });
  expect(image.map(({ run }) => run)).toContainEqual(expect.stringContaining("version=$(sh deploy/version.sh)"));
  const build = image.find(({ uses }) => uses?.startsWith("docker/build-push-action@"));
  expect(build?.with["build-args"]).toMatch(/^VERSION=\$\{\{ steps\.name\.outputs\.version \}\}$/m);
});
