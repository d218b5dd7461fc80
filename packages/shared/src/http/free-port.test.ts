import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { freePort } from "./free-port.js";

it("is free and outside the ephemeral range", async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort));
  for (const port of ports) {
    const server = createServer().listen(port, "127.0.0.1");
    await once(server, "listening");
    server.close();
    await once(server, "close");
  }
  // On Linux, the ephemeral port range starts at port 32768 by default. On other systems, the range starts at a higher port.
  for (const port of ports) expect(port).toBeLessThan(32_768);
});
