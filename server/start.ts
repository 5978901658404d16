/** `npm start`: builds what is missing, then serves. */
import { buildIfStale } from './build.ts';
import { optionsFromEnvironment, runServer } from './main.ts';

await buildIfStale();
await runServer(optionsFromEnvironment());
