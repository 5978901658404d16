/** `npm start`: builds what is missing, then serves. */
import { buildIfStale } from './build.ts';
import { optionsOrExit, runServer } from './main.ts';

// Before the build: whoever mistyped a setting should not wait for it.
const options = optionsOrExit();
await buildIfStale();
await runServer(options);
