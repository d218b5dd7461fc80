// Declares the part of WebAssembly that schema-engine.ts uses, because @types/node 20 does not declare WebAssembly.
declare namespace WebAssembly {
  type Module = object;
  const compile: (bytes: Uint8Array) => Promise<Module>;
  const instantiate: (bytes: Uint8Array, imports: Record<string, object>) => Promise<{ instance: { exports: object } }>;
}
