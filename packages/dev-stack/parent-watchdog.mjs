// `node --import` loads this file into every app. Ends the app if the supervisor dies.
const drainMs = 10_000;

process.once("disconnect", () => {
  // On SIGTERM, the app finishes its running work and exits. If the app hangs, the timer kills it.
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.kill(process.pid, "SIGKILL"), drainMs).unref();
});
// Without `unref`, the open IPC channel would keep the finished app running.
process.channel?.unref();
