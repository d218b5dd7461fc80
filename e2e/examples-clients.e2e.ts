import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import { createClient, type Offergraph } from "@offergraph/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateTypes } from "./src/client-preset.js";
import { createExampleProject, type ExampleProject } from "./src/example-project.js";
import { newWorkspace, readSystem, type Workspace } from "./src/workspace.js";

const execute = promisify(execFile);
let mine: Workspace;
let url: string;
let offergraph: Offergraph;
let project: ExampleProject;
beforeAll(async () => {
  [mine, project] = await Promise.all([newWorkspace(), createExampleProject()]);
  ({ baseUrl: url } = await readSystem());
  offergraph = createClient({ url, key: mine.key });
});
afterAll(() => project?.remove());

/** Compiles only if the types of the result and the variables are exact. */
const exact = (source: string) => `import { execute } from "./execute.js";
import { graphql } from "${source}";
const Count = graphql(\`query Count($first: Int) { list_partners(first: $first) { totalCount } }\`);
const { list_partners: partners } = await execute(Count, { first: 0 });
const count: number | null | undefined = partners?.totalCount;
console.log(count);
// @ts-expect-error The value is a number.
const text: string = partners!.totalCount!;
// @ts-expect-error The document does not request this field.
console.log(text, partners?.nodes);
// @ts-expect-error The variable is a number.
await execute(Count, { first: "1" });
`;

describe.each([
  { name: "codegen", source: "./generated/gql.js" },
  { name: "gql-tada", source: "./graphql.js" },
])("the example $name", ({ name, source }) => {
  const npm = (script: string, ...words: string[]) =>
    execute("npm", ["run", "-s", script, "--", ...words], {
      cwd: project.inFolder("examples", name),
      env: { ...process.env, OFFERGRAPH_URL: url, OFFERGRAPH_KEY: mine.key },
    }).catch((error: { stdout: string; stderr: string }) => {
      throw new Error(error.stdout + error.stderr);
    });

  const generate = () => (name === "codegen" ? generateTypes(project.inFolder("examples", name)) : npm("codegen"));

  it("compiles with exact types, and calls the API", async () => {
    const { dependencies, devDependencies } = JSON.parse(await readFile(project.inFolder("examples", name, "package.json"), "utf8"));
    const { "@graphql-codegen/cli": _command, ...packages } = { ...dependencies, ...devDependencies };
    await project.link(packages);
    await writeFile(project.inFolder("examples", name, "src/exact.ts"), exact(source));
    await npm("schema");
    await generate();
    await npm("build");
    const { stdout } = await npm("start", `A partner of ${name}`);
    expect(stdout.split("\n")).toContain(`A partner of ${name}`);
  });

  it("rejects a field that the API does not have", async () => {
    const main = project.inFolder("examples", name, "src/main.ts");
    const text = await readFile(main, "utf8");
    await writeFile(main, text.replace("nodes { name handle", "nodes { nmae handle"));
    await expect(name === "codegen" ? generate() : npm("build")).rejects.toThrow(/nmae/);
  });
});

describe("the agent", () => {
  const program = "examples/agent/main.mjs";
  const env = () => ({ OFFERGRAPH_URL: url, OFFERGRAPH_KEY: mine.key });
  const count = async (name: string) => (await offergraph.listPartners({ filter: { name: { equalTo: name } } })).nodes.length;
  beforeAll(() => project.link({ "@modelcontextprotocol/sdk": "1.32.2" }));

  it("finds an operation, makes a dry run, and executes the call only with permission", async () => {
    const task = "Add the partner Agnes Agent";
    const declined = await project.run([program, task], env(), "n\n");
    expect(declined).toMatch(/call: search_operations[\s\S]*dry run: call_operation[\s\S]*The user did not allow this call/);
    expect(declined).not.toContain("call: call_operation");
    expect(await count("Agnes Agent")).toBe(0);
    expect(await project.run([program, task, "--yes"], env())).toMatch(
      /dry run: call_operation[\s\S]*\ncall: call_operation[\s\S]*Agnes Agent/,
    );
    expect(await count("Agnes Agent")).toBe(1);
  });

  it.each([
    ["is lost", { isLost: true }],
    ["says that a service did not respond", { structuredContent: { errors: [{ code: "SUBGRAPH_UNAVAILABLE" }] } }],
  ])("repeats a call whose response %s once, with the same key", async (_what, answer) => {
    const { runAgent } = await import(project.inFolder("examples/agent/agent.mjs"));
    const steps = [{ calls: [{ id: "1", name: "create_partner", arguments: { input: { name: "Lea" } } }] }, { text: "Done." }];
    const sent: { arguments: { dry_run?: true; idempotency_key?: string } }[] = [];
    const mcp = {
      listTools: async () => ({ tools: [{ name: "create_partner" }] }),
      getInstructions: () => "",
      callTool: async (call: (typeof sent)[0]) => {
        sent.push(call);
        if (sent.length === 2 && "isLost" in answer) throw new TypeError("fetch failed");
        return { content: [{ type: "text", text: "{}" }], ...(sent.length === 2 && answer) };
      },
    };
    const task = { mcp, model: async () => steps.shift(), task: "Add Lea", confirm: async () => true };
    expect(await runAgent(task)).toBe("Done.");
    const [, { idempotency_key: key } = {}, repeated] = sent.map((call) => call.arguments);
    expect(sent).toHaveLength(3);
    expect([key, repeated?.idempotency_key]).toEqual([expect.any(String), key]);
  });

  it("works with a model behind an HTTP server, and hands it the errors of a dry run", async () => {
    const call = (id: string, name: string, given: object) => ({
      content: null,
      tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(given) } }],
    });
    const create = (id: string, name: string) =>
      call(id, "call_operation", { name: "create_partner", arguments: JSON.stringify({ input: { name } }) });
    const steps = [call("1", "no_such_tool", {}), create("2", ""), create("3", "Carl Chat"), { content: "Done." }];
    const received: { messages: { tool_call_id?: string; content: string }[]; tools: object[] }[] = [];
    const server = createServer(async (request, response) => {
      received.push((await json(request)) as (typeof received)[0]);
      response.end(JSON.stringify({ choices: [{ message: steps[received.length - 1] }] }));
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const model = { MODEL_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, MODEL_NAME: "a-model", MODEL_KEY: "a-key" };
    const output = await project.run([program, "Add Carl", "--yes"], { ...env(), ...model });
    server.close();
    expect(output.trim().endsWith("Done.")).toBe(true);
    const answers = received.at(-1)?.messages.filter((message) => message.tool_call_id) ?? [];
    expect(answers.map(({ tool_call_id: id }) => id)).toEqual(["1", "2", "3"]);
    expect(answers.map(({ content }) => content)).toEqual([
      expect.stringContaining("no_such_tool"),
      expect.stringContaining("Nothing was written"),
      expect.stringContaining("Carl Chat"),
    ]);
    expect(received[0]?.tools.length).toBeGreaterThan(10);
    expect(await count("Carl Chat")).toBe(1);
  });
});
