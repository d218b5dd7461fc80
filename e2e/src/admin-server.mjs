// Runs admin commands of the system in the given data directory. Loads the commands of each app once, because a process per command spends
// two seconds on loading them. node e2e/src/admin-server.mjs <data directory>. The parent process receives the URL as a message.
import { once } from "node:events";
import { createServer } from "node:http";
import path from "node:path";
import { json } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { commandEnvironment } from "../../packages/dev-stack/dist/cli/command-environment.js";
import { findApps } from "../../packages/dev-stack/dist/supervisor/apps.js";
import { readSystem } from "../../packages/dev-stack/dist/supervisor/system-file.js";

const dataDirectory = process.argv[2] ?? "";
const apps = findApps();

async function run([noun, ...words]) {
  const owner = apps.find(({ commands }) => noun in commands);
  if (!owner) throw new Error(`No app has the command "${noun}".`);
  const { runAdmin } = await import(pathToFileURL(path.join(owner.directory, "dist/cli/program.js")).href);
  const environment = { ...process.env, ...commandEnvironment(owner.name, readSystem(dataDirectory), dataDirectory, process.env) };
  const output = { stdout: "", stderr: "" };
  const addTo = (stream) => (text) => {
    output[stream] += `${text}\n`;
  };
  const code = await runAdmin([noun, ...words], environment, { out: addTo("stdout"), error: addTo("stderr") });
  return { code, ...output };
}

const server = createServer(async (request, response) => {
  const result = await run(await json(request)).catch((error) => ({ code: 1, stdout: "", stderr: String(error) }));
  response.end(JSON.stringify(result));
});
await once(server.listen(0, "127.0.0.1"), "listening");
process.once("disconnect", () => process.exit());
process.send(`http://127.0.0.1:${server.address().port}`);
