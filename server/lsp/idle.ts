/** Lets what came in meanwhile, typing first of all, be answered before going on. */
export const idle = (): Promise<void> => new Promise((done) => setImmediate(done));
