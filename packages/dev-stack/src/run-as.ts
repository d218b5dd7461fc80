import { type ChildProcess, spawn } from "node:child_process";
import { chmod, chown, readFile, stat } from "node:fs/promises";
import { delimiter, dirname, join, resolve } from "node:path";

/** Starts programs without the rights of root. */
export interface Runner {
  /** Sets the owner and the mode of a path. */
  own(path: string, mode: number): Promise<void>;
  /** Starts a program in a new session, where Ctrl-C does not stop it. */
  start(program: string, programArguments: string[], output: number, environment?: NodeJS.ProcessEnv): ChildProcess;
}

type User = Record<"uid" | "gid", number>;

/**
 * PostgreSQL refuses to run as root, so it runs as the user `postgres` or `nobody`. If this user has no access to `paths`, setpriv starts
 * PostgreSQL with the capability to ignore file permissions (CAP_DAC_OVERRIDE). Without the flag `no_setuid_fixup`, the system call
 * access(2) would ignore the capability. If this process dies, setpriv makes the kernel send SIGINT to PostgreSQL.
 */
export async function serverRunner(paths: string[]): Promise<Runner> {
  const setpriv = await findProgram("setpriv");
  const user = process.getuid?.() === 0 ? await unprivilegedUser() : undefined;
  const reachable = user === undefined || (await Promise.all(paths.map(isOpenToAll))).every(Boolean);
  if (!reachable && setpriv === undefined) {
    throw new Error(
      `You are root, so PostgreSQL runs as another user. The user of PostgreSQL has no access to ${paths.join(" or ")}. Install util-linux (setpriv), allow access to these folders, or do not run as root.`,
    );
  }
  const bypass = ["--inh-caps=+dac_override", "--ambient-caps=+dac_override", "--securebits=+no_setuid_fixup"];
  return makeRunner(setpriv, user, reachable ? [] : bypass);
}

export async function ownRunner(): Promise<Runner> {
  return makeRunner(await findProgram("setpriv"), undefined, []);
}

function makeRunner(setpriv: string | undefined, user: User | undefined, capabilities: string[]): Runner {
  const identity = user ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"] : [];
  return {
    async own(path, mode) {
      if (user) await chown(path, user.uid, user.gid);
      await chmod(path, mode);
    },
    start(program, programArguments, output, environment = {}) {
      const [file, list] = setpriv
        ? [setpriv, ["--pdeathsig=INT", ...identity, ...capabilities, "--", program, ...programArguments]]
        : [program, programArguments];
      return spawn(file, list, {
        cwd: "/",
        detached: true,
        stdio: ["ignore", output, output],
        env: { PATH: process.env.PATH, ...environment },
        ...(setpriv ? {} : user),
      });
    },
  };
}

async function unprivilegedUser(): Promise<User> {
  const users = await readFile("/etc/passwd", "utf8");
  for (const name of ["postgres", "nobody"]) {
    const found = new RegExp(`^${name}:[^:]*:([1-9]\\d*):(\\d+):`, "m").exec(users);
    if (found) return { uid: Number(found[1]), gid: Number(found[2]) };
  }
  return { uid: 65_534, gid: 65_534 };
}

async function isOpenToAll(path: string): Promise<boolean> {
  for (let current = resolve(path); ; current = dirname(current)) {
    const { mode } = await stat(current);
    if ((mode & 0o001) === 0) return false;
    if (current === dirname(current)) return true;
  }
}

export async function findProgram(name: string): Promise<string | undefined> {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  for (const folder of [...folders, "/usr/sbin", "/usr/local/sbin"]) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() && (found.mode & 0o111) !== 0) return path;
  }
  return undefined;
}
