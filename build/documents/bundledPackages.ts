import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** A package whose code is in what we serve. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly license: string;
  readonly homepage: string;
  /** The licence's own words, with the copyright line. */
  readonly text: string;
}

/** Folder of the package a module belongs to, or null for our own modules. */
export function packageFolder(moduleId: string): string | null {
  const path = moduleId.replace(/^\0/, '').replace(/[?#].*$/, '');
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0] ?? null;
}

/** Notes the folders of the packages whose modules are really in the chunks of a build. */
export function collectPackages(folders: Set<string>): Plugin {
  return {
    name: 'collect-packages',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const id of chunk.moduleIds) {
          const folder = packageFolder(id);
          if (folder !== null) folders.add(folder);
        }
      }
    },
  };
}

/** What a package says about itself. Throws where it has no licence: nothing without one may be bundled. */
function readPackage(folder: string): BundledPackage {
  const manifest = findManifest(folder);
  const { name, version, license, homepage, repository, author } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    name: string;
    version: string;
    license?: string;
    homepage?: string;
    repository?: string | { url: string };
    author?: string | { name: string };
  };
  if (license === undefined) throw new Error(`${name} names no licence`);
  const file = readdirSync(dirname(manifest)).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const owner = typeof author === 'string' ? author : author?.name;
  return {
    name,
    version,
    license,
    homepage: homepage ?? (typeof repository === 'string' ? repository : (repository?.url ?? '')),
    text:
      file === undefined
        ? `${license} License${owner ? `\nCopyright (c) ${owner}` : ''}`
        : readFileSync(join(dirname(manifest), file), 'utf8').trim(),
  };
}

function findManifest(folder: string): string {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) throw new Error(`${folder} is no package`);
  return manifest;
}

/** Sorted by name; a package that is there twice is told with both versions. */
export const readPackages = (folders: Iterable<string>): BundledPackage[] =>
  [...new Map([...folders].map(readPackage).map((one) => [`${one.name}@${one.version}`, one])).values()].sort(
    (one, other) => one.name.localeCompare(other.name) || one.version.localeCompare(other.version),
  );
