// The IPC channel closes when the test process ends, so this process exits.
process.once("disconnect", () => process.exit());
await import("../main.js");
