// Exits when the IPC channel closes, because the test's process has then ended.
process.once("disconnect", () => process.exit());
await import("../main.js");
