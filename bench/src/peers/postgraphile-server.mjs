// Serves the tables of the discounts service with PostGraphile. This file is JavaScript, because the server must run without this
// repository's packages. Imports PostGraphile from the peer's folder.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const { directory, connectionString, workspaceId, port } = JSON.parse(process.argv[2] ?? "{}");
const require = createRequire(`${directory}/package.json`);
const load = async (name) => await import(pathToFileURL(require.resolve(name)).href);
const { postgraphile } = await load("postgraphile");
const { default: amber } = await load("postgraphile/presets/amber");
const { makePgService } = await load("postgraphile/adaptors/pg");
const { grafserv } = await load("postgraphile/grafserv/node");

const preset = {
  extends: [amber.PostGraphileAmberPreset ?? amber.default ?? amber],
  pgServices: [makePgService({ connectionString, schemas: ["public"] })],
  grafast: { context: () => ({ pgSettings: { "app.workspace_id": workspaceId } }) },
  grafserv: { port, graphiql: false, watch: false },
};
const server = createServer();
const serving = postgraphile(preset).createServ(grafserv);
await serving.addTo(server);
server.listen(port, "127.0.0.1");
