import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { repository } from "./supervisor/apps.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "offergraph-cli-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("npm run offergraph", () => {
  it.each(["SIGINT", "SIGTERM"] as const)(
    "brings a %s that npm gets to the command, which ends in its own way",
    async (signal) => {
      const pipe = path.join(folder, signal);
      execFileSync("mkfifo", [pipe]);
      const words = ["admin", "import", "discounts", pipe, "--workspace", "01900000-0000-7000-8000-000000000001", "--json"];
      // The import never connects to the database in `DATABASE_URL`. The import waits for a line from the empty pipe.
      const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: "postgres://127.0.0.1:9/none" };
      const npm = spawn("npm", ["run", "--silent", "offergraph", "--", ...words], {
        cwd: repository,
        env,
        stdio: ["ignore", "pipe", "inherit"],
      });
      let out = "";
      npm.stdout.on("data", (text: Buffer) => {
        out += text;
      });
      const ended = once(npm, "close");
      // `open` waits until the import has opened the pipe for reading.
      const writer = await open(pipe, "w");
      npm.kill(signal);
      expect([(await ended)[0], JSON.parse(out)]).toMatchObject([130, { created: 0, stopped: true }]);
      // The import has exited, so the write to the pipe fails.
      await expect(writer.write("Code,Value\n")).rejects.toThrow("EPIPE");
      await writer.close();
    },
    60_000,
  );
});
