// A .topo file imported as its text; the build and the tests both load it so.
declare module '*.topo' {
  const text: string;
  export default text;
}
// A page of the documentation, as its text.
declare module '*.md' {
  const text: string;
  export default text;
}
// The solver's code, as bytes.
declare module 'highs/runtime' {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
/** A font as bytes. */
declare module '*.woff2' {
  const bytes: Uint8Array;
  export default bytes;
}
/** A file of a package as bytes, packed by brotli. */
declare module '*.wasm.br' {
  const bytes: Uint8Array;
  export default bytes;
}
