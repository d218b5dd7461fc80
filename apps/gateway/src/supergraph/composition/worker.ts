import { composeAndCheck } from "../compose.js";

// Entry point of the worker thread that composer.ts starts.
export default composeAndCheck;
