import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

/** What the build says of a module: its file, its styles, and the chunks it needs. */
const Manifest = v.record(
  v.string(),
  v.object({
    file: v.string(),
    css: v.optional(v.array(v.string()), []),
    imports: v.optional(v.array(v.string()), []),
  }),
);
type Manifest = v.InferOutput<typeof Manifest>;

/** Pages that are drawn ahead and are no part of the first script. */
const PAGES: Readonly<Record<string, string>> = {
  'event-list.html': 'src/app/pages/EventListPage.tsx',
  'event-detail.html': 'src/app/pages/EventDetailPage.tsx',
};
const OPEN_PHOTO = 'src/app/OpenPhoto.tsx';

/** Links that let the browser ask for a page's own scripts together with the first one, not after it. */
export interface PageScripts {
  /** `page`: file name below the tenant. `hasPhoto`: a photo opens over it. HTML for the page's head. */
  linksOf(page: string, hasPhoto: boolean): string;
}

/** Reads the build's manifest once; without one there are no links. */
export function createPageScripts(dist: string): () => Promise<PageScripts> {
  let reading: Promise<PageScripts> | null = null;
  return () => {
    reading ??= readManifest(dist).then((manifest) => ({
      linksOf: (page, hasPhoto) => linksOf(manifest, [PAGES[page] ?? [], hasPhoto ? OPEN_PHOTO : []].flat()),
    }));
    return reading;
  };
}

async function readManifest(dist: string): Promise<Manifest> {
  try {
    return v.parse(Manifest, JSON.parse(await readFile(join(dist, '.vite', 'manifest.json'), 'utf8')));
  } catch {
    return {};
  }
}

function linksOf(manifest: Manifest, modules: readonly string[]): string {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const seen = new Set<string>();
  const collect = (name: string) => {
    const chunk = manifest[name];
    if (chunk === undefined || seen.has(name)) return;
    seen.add(name);
    for (const needed of chunk.imports) collect(needed);
    scripts.add(chunk.file);
    for (const file of chunk.css) styles.add(file);
  };
  for (const name of modules) collect(name);
  // The page itself may be drawn ahead: its styles are needed with it.
  return [
    ...[...scripts].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ].join('');
}
