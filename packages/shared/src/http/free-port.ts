import { once } from "node:events";
import { createServer } from "node:net";

// These ports are below the ephemeral port range, which starts at 32768 on Linux.
const [minPort, maxPort] = [16_384, 32_767];
const maxAttempts = 100;

/** Finds a free port on loopback. Avoids the ephemeral ports, which the system assigns to other processes. */
export async function freePort(): Promise<number> {
  for (let left = maxAttempts; left > 0; left -= 1) {
    const port = minPort + Math.floor(Math.random() * (maxPort - minPort + 1));
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port found on 127.0.0.1 after ${maxAttempts} random attempts between ${minPort} and ${maxPort}.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
