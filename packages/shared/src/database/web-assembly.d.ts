// The part of Node's WebAssembly that is used; @types/node 20 leaves it to the DOM's types.
declare namespace WebAssembly {
  type Module = object;
  const compile: (bytes: Uint8Array) => Promise<Module>;
  const instantiate: (bytes: Uint8Array, imports: Record<string, object>) => Promise<{ instance: { exports: object } }>;
}
