// Loaded into every app before its own code (`node --import`): an app does not outlive the supervisor that started it.
const drainMs = 10_000;

process.once("disconnect", () => {
  // The app's own handler drains and ends it; the timer is for one that cannot.
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.kill(process.pid, "SIGKILL"), drainMs).unref();
});
// Listening alone must not keep a process alive that has nothing left to do.
process.channel?.unref();
