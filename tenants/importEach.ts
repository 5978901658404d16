import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = import.meta.dirname;

/**
 * Imports `{name}.ts` of every tenant's folder that has one and gives its export of that name, by its path as `import.meta.glob`
 * writes it: './club/tenant.ts'. For Node; the client's build finds the same files by Vite.
 */
export async function importEach<T>(name: string): Promise<Record<string, T>> {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, entry.name, `${name}.ts`)))
    .map((entry) => entry.name)
    .sort();
  const found = folders.map(async (folder) => {
    // The whole address: Vite runs its configuration from another folder.
    const module: Record<string, T> = await import(pathToFileURL(join(root, folder, `${name}.ts`)).href);
    return [`./${folder}/${name}.ts`, module[name] as T] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}
