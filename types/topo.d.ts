// A .topo file imported as its text; the build and the tests both load it so.
declare module '*.topo' {
  const text: string;
  export default text;
}
