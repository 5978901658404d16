import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { LEADING_MATCH } from '../../build/chunkGroups.ts';
import { START_SCRIPT } from '../../build/startScript.ts';

/** What the build says of a module: its file, its styles, and the chunks it needs. */
const Manifest = v.record(
  v.string(),
  v.object({
    file: v.string(),
    name: v.optional(v.string()),
    css: v.optional(v.array(v.string()), []),
    imports: v.optional(v.array(v.string()), []),
  }),
);
type Manifest = v.InferOutput<typeof Manifest>;

/** Pages that are drawn ahead and are no part of the first script. */
const PRELOADED_PAGES: Readonly<Record<string, string>> = {
  'event-list.html': 'src/app/pages/EventListPage.tsx',
  'event-detail.html': 'src/app/pages/EventDetailPage.tsx',
  'highlights.html': 'src/app/pages/HighlightsPage.tsx',
};
/** Parts that are drawn ahead while their script is in no hurry. */
const PARTS: Readonly<Record<string, string>> = { 'index.html': LEADING_MATCH };
const OPEN_PHOTO = 'src/app/overlays/OpenPhoto.tsx';

/** What the browser is to ask for together with the first script, not after it. Addresses below the site's root. */
export interface PageFiles {
  readonly scripts: readonly string[];
  /** The page may be drawn ahead: its styles are needed with it. */
  readonly styles: readonly string[];
}

export interface PageScripts {
  /** Address of the script that asks for the client once the drawn photos are there; null: there is no build. */
  readonly start: string | null;
  /** `page`: file name below the tenant. `hasPhoto`: a photo opens over it. */
  filesOf(page: string, hasPhoto: boolean): PageFiles;
}

/**
 * Reads the build's manifest once; without a build there are no files.
 * @throws Error when the build has a manifest without a module named here: one was renamed, and its preload would be lost silently
 */
export function createPageScripts(dist: string): () => Promise<PageScripts> {
  let reading: Promise<PageScripts> | null = null;
  return () => {
    reading ??= readManifest(dist).then((manifest) => (manifest === null ? NO_BUILD : scriptsOf(manifest)));
    return reading;
  };
}

const NO_BUILD: PageScripts = { start: null, filesOf: () => ({ scripts: [], styles: [] }) };

function scriptsOf(manifest: Manifest): PageScripts {
  const parts = Object.values(PARTS).filter((part) => !Object.values(manifest).some(({ name }) => name === part));
  const modules = [START_SCRIPT, OPEN_PHOTO, ...Object.values(PRELOADED_PAGES)].filter(
    (name) => !Object.hasOwn(manifest, name),
  );
  const missing = [...parts, ...modules];
  if (missing.length > 0) throw new Error(`The build's manifest does not name ${missing.join(', ')}.`);
  return {
    start: `/${manifest[START_SCRIPT]?.file}`,
    filesOf: (page, hasPhoto) => {
      const part = Object.values(manifest).find(({ name }) => name !== undefined && name === PARTS[page]);
      const { scripts, styles } = filesOf(manifest, [PRELOADED_PAGES[page] ?? [], hasPhoto ? OPEN_PHOTO : []].flat());
      return { scripts, styles: [...styles, ...(part?.css.map((file) => `/${file}`) ?? [])] };
    },
  };
}

/** null: nothing was built there. */
async function readManifest(dist: string): Promise<Manifest | null> {
  const text = await readFile(join(dist, '.vite', 'manifest.json'), 'utf8').catch(() => null);
  return text === null ? null : v.parse(Manifest, JSON.parse(text));
}

function filesOf(manifest: Manifest, modules: readonly string[]): PageFiles {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const seen = new Set<string>();
  const collect = (name: string) => {
    const chunk = manifest[name];
    if (chunk === undefined || seen.has(name)) return;
    seen.add(name);
    for (const needed of chunk.imports) collect(needed);
    scripts.add(`/${chunk.file}`);
    for (const file of chunk.css) styles.add(`/${file}`);
  };
  for (const name of modules) collect(name);
  return { scripts: [...scripts], styles: [...styles] };
}
