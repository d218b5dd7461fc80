// The part of WebAssembly used here; @types/node 20 does not declare it.
declare namespace WebAssembly {
  type Module = object;
  const compile: (bytes: Uint8Array) => Promise<Module>;
  const instantiate: (bytes: Uint8Array, imports: Record<string, object>) => Promise<{ instance: { exports: object } }>;
}
