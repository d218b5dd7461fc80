import { setFlagsFromString } from "node:v8";

/**
 * Lets the heap grow to 2.5 times the used memory before V8 collects all garbage. V8 starts such a collection one semi-space earlier. With
 * V8's own factor of about 2 and the semi-space of 32 MB, a list needed 15 % more CPU time in the gateway, and 8 % more in the service. Call
 * this function at the start of the process. It works in running processes, and NODE_OPTIONS does not allow this option.
 */
export function growHeapFaster(): void {
  setFlagsFromString("--heap-growing-percent=150");
}
