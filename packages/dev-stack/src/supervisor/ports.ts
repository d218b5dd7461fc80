import { once } from "node:events";
import { createServer } from "node:net";

/** True if no process listens on the port. */
export function isFree(host: string, port: number): Promise<boolean> {
  return assertFree(host, [port]).then(
    () => true,
    () => false,
  );
}

/** Throws an Error if a port is in use. Port 0 is always free. */
export async function assertFree(host: string, ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    const server = createServer();
    try {
      server.listen(port, host);
      await once(server, "listening");
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EADDRINUSE") throw new Error(`Port ${port} is in use by another program. Stop that program, or set another PORT.`);
      if (code === "EACCES") throw new Error(`Port ${port} needs root privileges. Set PORT to a port above 1023.`);
      throw error;
    }
    server.close();
    await once(server, "close");
  }
}
