import { once } from "node:events";
import { createServer } from "node:net";

// Below what any system hands out where a port is asked for as 0, or for a connection's own end (Linux: from 32768 on).
const [least, most] = [16_384, 32_767];
const tries = 100;

/**
 * A port of the loopback interface that is free now, for who listens there later, or again after a restart. It is none of those that the
 * system gives to whoever asks for any: nobody gets it by chance meanwhile. Throws an Error when none is found.
 */
export async function freePort(): Promise<number> {
  for (let left = tries; left > 0; left -= 1) {
    const port = least + Math.floor(Math.random() * (most - least + 1));
    if (await isFree(port)) return port;
  }
  throw new Error(`None of ${tries} ports between ${least} and ${most} is free on 127.0.0.1.`);
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
