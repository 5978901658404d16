/** A copy of the project in a temporary folder, to break and to mend: the working tree itself is never touched. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Break, editsOf } from './break.ts';

export interface WorkingCopy {
  readonly folder: string;
  /** Applies the break's edits, and takes them back when `run` is through. Rejects where a text does not stand in its file once. */
  whileBroken<T>(one: Break, run: () => Promise<T>): Promise<T>;
  remove(): void;
}

/** Copies what git knows or would add (not what it ignores), and links the installed packages. */
export function copyProject(root: string): WorkingCopy {
  const folder = mkdtempSync(join(tmpdir(), 'breaks-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of listed.toString().split('\0').filter(Boolean))
    if (existsSync(join(root, file))) cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    async whileBroken(one, run) {
      const before = new Map<string, string>();
      try {
        for (const { file, find, replace } of editsOf(one)) {
          const path = join(folder, file);
          const text = readFileSync(path, 'utf8');
          if (text.split(find).length !== 2) throw new Error(`the text does not stand once in ${file}`);
          if (!before.has(path)) before.set(path, text);
          writeFileSync(
            path,
            text.replace(find, () => replace),
          );
        }
        return await run();
      } finally {
        for (const [path, text] of before) writeFileSync(path, text);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
