// Loaded into every app before the app's code (`node --import`). Ends the app if its supervisor dies.
const drainMs = 10_000;

process.once("disconnect", () => {
  // The app's handler of SIGTERM drains the app. The timer ends an app that hangs.
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.kill(process.pid, "SIGKILL"), drainMs).unref();
});
// The IPC channel must not keep the process alive.
process.channel?.unref();
