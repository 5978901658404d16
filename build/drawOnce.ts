import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import project from '../package.json' with { type: 'json' };

/** Pictures and documents of earlier builds, by what they were drawn from. May be deleted at any time. */
const drawnFolder = fileURLToPath(new URL('../.cache/drawn/', import.meta.url));

/**
 * Draws what a build draws, or gives what an earlier one drew from the very same things: a changed colour draws one tenant's icons
 * anew, and no other's (TEN-02).
 * @param recipe address of the module that draws; its packages are those of package.json
 * @param from all that the result depends on
 */
export async function drawOnce(
  recipe: string,
  from: readonly (string | Uint8Array)[],
  draw: () => Promise<Uint8Array>,
  folder = drawnFolder,
): Promise<Uint8Array> {
  const hash = createHash('sha256');
  for (const part of [readFileSync(fileURLToPath(recipe)), packages, ...from])
    hash.update(`${part.length}\0`).update(part);
  const file = join(folder, hash.digest('hex'));
  try {
    return readFileSync(file);
  } catch {
    const drawn = await draw();
    mkdirSync(folder, { recursive: true });
    // Another process may draw the same: whole files only.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, drawn);
    renameSync(draft, file);
    return drawn;
  }
}

const packages = JSON.stringify([project.dependencies, project.devDependencies]);
