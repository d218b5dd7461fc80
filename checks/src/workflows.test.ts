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
  const ofImage = ["package-lock.json", "Dockerfile", "scripts/images/**", "deploy/kubernetes/**"];
  const expected = [...own, ...ofStudio, ...ofImage, ".github/workflows/app.yml", `.github/workflows/${file}`];
  expect([...on.push.paths].sort()).toEqual(expected.sort());
});
