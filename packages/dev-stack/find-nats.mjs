// Checks if `npm start` can get a NATS server. Imports only Node.js modules, because this file runs before `npm install`.
import { accessSync, constants } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

const commands = {
  darwin: "brew install nats-server",
  win32: "choco install nats-server",
};
const otherCommand = "docker run --detach --publish 127.0.0.1:4222:4222 nats:2 --jetstream, then NATS_URL=nats://127.0.0.1:4222 npm start";

/** Returns an error message with the command that installs nats-server on `platform`. */
export function natsAdvice(platform, hasApt) {
  const command = commands[platform] ?? (hasApt ? "sudo apt-get install nats-server" : otherCommand);
  return `nats-server not found. Install it with: ${command}. You can also set NATS_SERVER_BINARY to the path of nats-server, or NATS_URL to the URL of a NATS server with JetStream.`;
}

/** Returns the path at which `npm start` stores a downloaded nats-server (from the Debian package archive). */
export function natsCache(environment = process.env) {
  return path.join(environment.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "offergraph", "nats-server");
}

/** Returns an error message if no NATS server is available. Returns undefined if a NATS server is available. */
export function natsProblem(environment = process.env, platform = process.platform) {
  if (environment.NATS_URL) return undefined;
  const given = environment.NATS_SERVER_BINARY;
  if (given)
    return isProgram(given)
      ? undefined
      : `NATS_SERVER_BINARY is ${given}, which is not an executable file. Set NATS_SERVER_BINARY to the path of the nats-server program.`;
  const has = (program) => (environment.PATH ?? "").split(path.delimiter).some((folder) => folder && isProgram(path.join(folder, program)));
  const canFetch = has("apt-get") && has("dpkg");
  return has("nats-server") || canFetch || isProgram(natsCache(environment)) ? undefined : natsAdvice(platform, has("apt-get"));
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
