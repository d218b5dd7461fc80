// A store of a test does not outlive the test's process.
process.once("disconnect", () => process.exit());
await import("../main.js");
