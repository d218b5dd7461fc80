import { once } from "node:events";
import { createServer } from "node:net";

/** Whether nobody listens on the port now. */
export function isFree(host: string, port: number): Promise<boolean> {
  return assertFree(host, [port]).then(
    () => true,
    () => false,
  );
}

/** Throws an Error that says which port is taken; 0 is never taken. */
export async function assertFree(host: string, ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    const server = createServer();
    try {
      server.listen(port, host);
      await once(server, "listening");
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EADDRINUSE") throw new Error(`Port ${port} is taken by another program. Free it, or set PORT to another one.`);
      if (code === "EACCES") throw new Error(`Port ${port} may not be used by this user. Set PORT to one above 1023.`);
      throw error;
    }
    server.close();
    await once(server, "close");
  }
}
