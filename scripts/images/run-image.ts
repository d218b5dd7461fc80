import { execFile, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import type { Image } from "./create-image.js";

export interface RunningImage {
  /** Resolves with the URL when the app is ready. Rejects if the app ends first. */
  ready: Promise<string>;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
}

const readyMs = 300_000;

// Makes the image the root of a process. Only /tmp and /data are writable, as in docker-compose.yml and in Kubernetes.
const enter = `
root=$0 app=$1
shift
mount --bind "$root" "$root"
mount -o remount,ro,bind "$root"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o uid=1000,gid=1000 tmpfs "$root/data"
mount --rbind /dev "$root/dev"
mount --bind /proc "$root/proc"
exec unshare --root="$root" --wd="/repo/apps/$app" --setgid 1000 --setuid 1000 /usr/local/bin/node "$@"
`;

/** Returns the command that runs the image's Node as user 1000 in the image. Only root can run the command. */
function command({ root, app }: Image, words: readonly string[]): [string, string[]] {
  return ["unshare", ["--mount", "--propagation", "private", "sh", "-euc", enter, root, app, ...words]];
}

/** The shell finds its commands with the PATH of this process. The image's Node starts with an absolute path. */
const withPath = (environment: Record<string, string>) => ({ ...environment, PATH: process.env.PATH ?? "" });

/** Starts the app of an image. */
export function startImage(image: Image, environment: Record<string, string>): RunningImage {
  const child = spawn(...command(image, ["dist/main.js"]), { env: withPath(environment), stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve).once("error", () => resolve(null)));
  const ready = new Promise<string>((resolve, reject) => {
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on("line", (line) => {
      lines.push(line);
      const { msg, url } = line.startsWith("{") ? (JSON.parse(line) as { msg?: string; url?: string }) : {};
      if (msg === "ready" && url) resolve(url);
    });
    setTimeout(() => reject(new Error(`The image of ${image.app} is not ready:\n${lines.slice(-20).join("\n")}`)), readyMs).unref();
    void ended.then((code) => reject(new Error(`The image of ${image.app} ended with code ${code}:\n${lines.slice(-20).join("\n")}`)));
  });
  ready.catch(() => undefined);
  return {
    ready,
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/** Runs a command in an image and returns its standard output. */
export async function runInImage(image: Image, environment: Record<string, string>, words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(...command(image, words), { env: withPath(environment) });
  return stdout;
}
