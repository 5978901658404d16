/** The files of the previous release, from this clone's own history, run with today's packages. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PREVIOUS_RELEASE } from '../../.ci/previous-release.mjs';

const root = resolve(import.meta.dirname, '../..');
/** What its server is made of. */
const PARTS = ['package.json', 'tsconfig.json', 'build', 'server', 'src', 'tenants', 'demo'];

export interface PreviousRelease {
  readonly root: string;
  /** A module of its server. */
  import<T>(path: string): Promise<T>;
  remove(): void;
}

/** Its files in a temporary folder. Throws where its commit is missing (`hasPreviousRelease`). @param more folders of it besides */
export function unpackPreviousRelease(more: readonly string[] = []): PreviousRelease {
  const folder = mkdtempSync(join(tmpdir(), 'previous-'));
  const files = execFileSync('git', ['archive', PREVIOUS_RELEASE, ...PARTS, ...more], { cwd: root, maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', folder], { input: files });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    root: folder,
    import: (path) => import(pathToFileURL(join(folder, 'server', path)).href),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
