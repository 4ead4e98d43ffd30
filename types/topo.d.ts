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
