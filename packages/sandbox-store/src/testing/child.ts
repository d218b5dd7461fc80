// Exits when the IPC channel closes, because the channel closes when the test process ends.
process.once("disconnect", () => process.exit());
await import("../main.js");
