/** Before the API tests: the empty database every test file copies, as the build makes it. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

export function setup(): void {
  execFileSync(process.execPath, [resolve(import.meta.dirname, '../../server/database/emptyDatabase.ts')]);
}
