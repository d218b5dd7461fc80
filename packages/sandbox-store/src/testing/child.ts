// Ends the store when the test's process exits.
process.once("disconnect", () => process.exit());
await import("../main.js");
