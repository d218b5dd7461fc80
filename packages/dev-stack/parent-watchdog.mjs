// `node --import` loads this file into every app before the app's code. The file ends the app if the supervisor dies.
const drainMs = 10_000;

process.once("disconnect", () => {
  // On SIGTERM, the app finishes its running work and exits. The timer ends an app that hangs.
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.kill(process.pid, "SIGKILL"), drainMs).unref();
});
// The IPC channel must not keep the process alive.
process.channel?.unref();
