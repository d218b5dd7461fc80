// Exits when the test process ends, which closes the IPC channel.
process.once("disconnect", () => process.exit());
await import("../main.js");
