// `node --import` loads this file into every app before the app's code. This file ends the app if the supervisor dies.
const drainMs = 10_000;

process.once("disconnect", () => {
  // On SIGTERM, the app finishes its running work and exits. If the app hangs, the timer kills the app.
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.kill(process.pid, "SIGKILL"), drainMs).unref();
});
// Without `unref`, the open IPC channel would keep the app running after the app has finished its work.
process.channel?.unref();
