import type { Exchange } from "../exchange.js";

/** One step on a request's way: takes what the steps before it found, adds its own, or refuses by throwing. */
export type Step<Way = Exchange> = (way: Way) => void | Promise<void>;
