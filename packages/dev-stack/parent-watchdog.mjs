// Loaded into every app before its own code (`node --import`): ends the app if its supervisor dies.
const drainMs = 10_000;

process.once("disconnect", () => {
  // The app's handler of SIGTERM drains the app. The timer ends an app that hangs.
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.kill(process.pid, "SIGKILL"), drainMs).unref();
});
// The IPC channel alone must not keep the process alive.
process.channel?.unref();
