/** Releases of a checkout: its sources with some sentences, a rule of a style sheet and a part of the sender changed, each a real build. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** All that a build reads. `dist/.stamp` is the hash of its sources. */
const TREE = [
  'src',
  'sw',
  'tenants',
  'public',
  'build',
  'demo',
  'server',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
];
const MORE = ['package-lock.json', '.ci', 'tests/api/databases.ts'];
/** A sentence of each changes with a release: of the first script, of later ones. */
const WORDS = [
  ['src/messages/ja.ts', 'src/messages/jaPost.ts'],
  ['src/messages/jaShell.ts', 'src/messages/jaNotices.ts'],
  ['src/messages/ja.ts', 'src/messages/jaSettings.ts', 'src/messages/jaEvent.ts'],
  ['src/messages/jaPhoto.ts', 'src/messages/jaSearch.ts'],
  ['src/messages/ja.ts', 'src/messages/jaHome.ts', 'src/messages/jaStaff.ts'],
  ['src/messages/jaOutbox.ts', 'src/messages/jaErrors.ts'],
] as const;
/** A number of code that page and worker share: every other release changes it. */
const SHARED = { file: 'src/outbox/retry.ts', of: 2 } as const;
const SHEET = 'src/features/gallery/PhotoList.module.css';

/** The n-th text between quotes that has kana gets a mark more. */
function changeSentence(text: string, n: number, file: string): string {
  let seen = 0;
  let isChanged = false;
  const changed = text.replace(/'([^'\n]*[ぁ-ん][^'\n]*)'/g, (whole, words: string) => {
    seen += 1;
    if (seen !== n) return whole;
    isChanged = true;
    return `'${words}。'`;
  });
  if (!isChanged) throw new Error(`${file} has no sentence ${n}`);
  return changed;
}

const changeFile = async (tree: string, file: string, change: (text: string) => string): Promise<void> =>
  writeFile(join(tree, file), change(await readFile(join(tree, file), 'utf8')));

async function changeSources(tree: string, release: number): Promise<void> {
  for (const file of WORDS[(release - 1) % WORDS.length] ?? [])
    await changeFile(tree, file, (text) => changeSentence(text, release, file));
  await changeFile(tree, SHEET, (text) => `${text}\n.season${release} { order: ${release}; }\n`);
  if (release % SHARED.of === 0)
    await changeFile(tree, SHARED.file, (text) => `${text}\nObject.assign(globalThis, { season: ${release} });\n`);
}

/**
 * Builds `count` releases after the one in `dist`. They stay in `.cache/season` of the checkout until its sources change.
 * @param root a checkout with its build
 * @returns folders of the builds, the checkout's own first
 */
export async function buildReleases(root: string, count: number): Promise<readonly string[]> {
  const from = resolve(root);
  const sources = await readFile(join(from, 'dist/.stamp'), 'utf8');
  const recipe = createHash('sha256')
    .update(sources)
    .update(await readFile(import.meta.filename))
    .digest('hex');
  const folder = join(from, '.cache/season');
  const mark = join(folder, 'made-of');
  if ((await readFile(mark, 'utf8').catch(() => '')) !== recipe) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(mark, recipe);
  const builds = [join(from, 'dist')];
  for (let release = 1; release <= count; release += 1) {
    const build = join(folder, `release-${release}`);
    if (!existsSync(build)) await buildRelease(from, release, builds[release - 1] ?? '', build);
    builds.push(build);
  }
  return builds;
}

/** The tree of a release has the changes of those before it. */
async function buildRelease(root: string, release: number, before: string, build: string): Promise<void> {
  const tree = join(root, '.cache/season/tree');
  await rm(tree, { recursive: true, force: true });
  for (const part of [...TREE, ...MORE]) await cp(join(root, part), join(tree, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'));
  await mkdir(join(tree, '.cache'));
  if (existsSync(join(root, '.cache/drawn'))) await symlink(join(root, '.cache/drawn'), join(tree, '.cache/drawn'));
  for (let one = 1; one <= release; one += 1) await changeSources(tree, one);
  console.log(`building release ${release} …`);
  await execute(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: tree,
    env: { ...process.env, PREVIOUS_BUILD: before },
  });
  await cp(join(tree, 'dist'), `${build}.new`, { recursive: true });
  await execute('mv', [`${build}.new`, build]);
  await rm(tree, { recursive: true, force: true });
}

/** Bytes of the scripts and style sheets of a build that the one before has not: as compressed, and as what is new in them. */
export async function costOfRelease(
  build: string,
  before: string,
): Promise<{ files: number; whole: number; news: number }> {
  const namesOf = async (folder: string) =>
    (await readdir(join(folder, 'assets'))).filter((name) => /\.(?:js|css)$/.test(name));
  const known = new Set(await namesOf(before));
  const sizeOf = (name: string) => stat(join(build, 'assets', name)).then(({ size }) => size);
  const sizes = (await namesOf(build))
    .filter((name) => !known.has(name))
    .map(async (name) => {
      const whole = await sizeOf(`${name}.br`).catch(() => sizeOf(name));
      return { whole, news: await sizeOf(`${name}.dcz`).catch(() => whole) };
    });
  const all = await Promise.all(sizes);
  const sum = (what: 'whole' | 'news') => all.reduce((total, one) => total + one[what], 0);
  return { files: all.length, whole: sum('whole'), news: sum('news') };
}
