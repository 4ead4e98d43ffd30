// `npm run package`: dist/topo.vsix, the extension as VS Code installs it.
import { buildAll, installDependencies, packageExtension } from './steps.mjs';

await installDependencies();
await buildAll();
await packageExtension();
