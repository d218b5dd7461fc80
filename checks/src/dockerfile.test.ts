import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ValidationSeverity, validate } from "dockerfile-utils";
import { expect, it } from "vitest";
import { findApps, repository } from "../../packages/dev-stack/src/supervisor/apps.js";

const text = readFileSync(path.join(repository, "Dockerfile"), "utf8");
const [builders = "", image = ""] = text.split(/^FROM scratch$/m);
const rules = {
  deprecatedMaintainer: ValidationSeverity.ERROR,
  directiveCasing: ValidationSeverity.ERROR,
  emptyContinuationLine: ValidationSeverity.ERROR,
  instructionCasing: ValidationSeverity.ERROR,
  instructionCmdMultiple: ValidationSeverity.ERROR,
  instructionEntrypointMultiple: ValidationSeverity.ERROR,
  instructionHealthcheckMultiple: ValidationSeverity.ERROR,
  instructionJSONInSingleQuotes: ValidationSeverity.ERROR,
  instructionWorkdirRelative: ValidationSeverity.ERROR,
};
const problems = (dockerfile: string) => validate(dockerfile, rules).map(({ message, range }) => `${range.start.line + 1}: ${message}`);

it("the Dockerfile has no problem that the linter finds", () => {
  expect(problems(text)).toEqual([]);
  expect(problems(text.replace("WORKDIR /repo/apps", "WORKDIR repo/apps"))).toHaveLength(1);
  expect(problems(text.replace("COPY --from=built", "COPPY --from=built"))).toHaveLength(1);
});

it("the Dockerfile builds with Node 24, and runs scripts that exist", () => {
  expect(builders.match(/^FROM .*$/gm)).toEqual(["manifests", "built", "runtime"].map((stage) => `FROM node:24-slim AS ${stage}`));
  for (const [script] of text.matchAll(/scripts\/[\w/.-]+/g)) expect(existsSync(path.join(repository, script)), script).toBe(true);
});

it("files with secrets do not reach the build", () => {
  const ignored = readFileSync(path.join(repository, ".dockerignore"), "utf8").split("\n");
  expect(ignored).toEqual(expect.arrayContaining([".env", "*.secrets.env", ".data", ".git", "**/node_modules"]));
});

it("the image has no shell, no npm and no privileges", () => {
  expect(image).not.toMatch(/^RUN /m);
  expect(image).toMatch(/^USER 1000:1000$/m);
  expect(image).toMatch(/^CMD \["node", "dist\/main\.js"\]$/m);
  expect(image).toMatch(/^ {2}CMD \["node", "-e", /m);
  expect([...image.matchAll(/^COPY --from=(\w+).* (\S+)$/gm)].map(([, stage, target]) => `${stage} ${target}`)).toEqual([
    "runtime /",
    "runtime /data",
    "built /",
  ]);
});

it("no package that production needs depends on the Prisma CLI", () => {
  const folders = [...findApps().map(({ name }) => `apps/${name}`), "packages/shared", "packages/service"];
  for (const folder of folders) {
    const { dependencies = {} } = JSON.parse(readFileSync(path.join(repository, folder, "package.json"), "utf8")) as {
      dependencies?: object;
    };
    expect(Object.keys(dependencies), folder).not.toContain("prisma");
  }
});
