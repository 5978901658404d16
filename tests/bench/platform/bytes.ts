/** Bytes of pages and of a new build's files, with and without a dictionary both ends have. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, zstdCompressSync } from 'node:zlib';
import { DELTA_ENDING, readOldFiles, versionsOf, writeDeltas } from '../../../build/deltas.ts';
import { CLUB, LEAGUE } from '../../support/tenants.ts';
import type { Verdict } from '../support/verdict.ts';

const ASSETS = resolve(import.meta.dirname, '../../../dist/assets');
/** As the server compresses a page, and a dictionary's share at the same cost. */
const QUALITY = 5;
const ZSTD_LEVEL = 6;
/** Bytes a delta has before what is compressed. */
const HEAD = 40;
/** A dictionary would save this much of a page, of some hundred kilobytes of photos: from here on it were worth a second form of each. */
const LITTLE = 10_000;
/** Deltas of a new build, against its files compressed: more were not worth making. */
const MOST_OF_BUILD = 0.2;
const PAGES = ['', 'gallery.html', `event-detail.html?e=`];

const brotli = (text: string, quality: number): number =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
const withDictionary = (text: string, dictionary: string): number =>
  HEAD +
  zstdCompressSync(text, {
    dictionary: Buffer.from(dictionary),
    params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL },
  }).length;
const stylesOf = (html: string) => [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css);

export async function compareBytes(url: string, before: string | undefined, verdict: Verdict): Promise<void> {
  const open = async (tenant: string, page: string) =>
    (await fetch(`${url}/${tenant}/${page.endsWith('=') ? `${page}${tenant}-today` : page}`)).text();
  const others = await Promise.all(PAGES.map((page) => open(LEAGUE, page)));
  // What all pages of a build have in common: a file that could be made when it is built.
  const common = [...new Set(others.flatMap(stylesOf)), others[0]?.slice(0, 2500) ?? ''].join('\n');
  console.log(`dictionary of the styles and the head all pages have: ${brotli(common, 11)} bytes to load once a build`);
  for (const page of PAGES) {
    const html = await open(CLUB, page);
    const [usual, known, same] = [
      brotli(html, QUALITY),
      withDictionary(html, common),
      withDictionary(html, others[0] ?? ''),
    ];
    console.log(
      `  /${page}: ${usual} bytes; with it ${known} (${(known / usual).toFixed(2)}); with another page as seen before ${same} (${(same / usual).toFixed(2)})`,
    );
    verdict.most('bytes a dictionary would save of a page', usual - known, LITTLE, `/${page}`);
  }
  await compareBuilds(before, verdict);
}

/** Files of the build that another one has in another version: as they are, and what is new in them. */
async function compareBuilds(before: string | undefined, verdict: Verdict): Promise<void> {
  if (before !== undefined) {
    await writeDeltas(resolve(ASSETS, '..'), await readOldFiles(before));
  }
  const files = readdirSync(ASSETS);
  const changed = files.filter((name) => files.includes(name + DELTA_ENDING));
  const sizeOf = (name: string) => readFileSync(join(ASSETS, name)).length;
  const sum = (ending: string) => changed.reduce((all, name) => all + sizeOf(name + ending), 0);
  const count = files.filter((name) => versionsOf(name) !== null).length;
  const share = sum(DELTA_ENDING) / sum('.br');
  console.log(
    `new build: ${changed.length} of ${count} files have a delta: ${sum(DELTA_ENDING)} bytes for ${sum('.br')} (${share.toFixed(3)})`,
  );
  if (before !== undefined) verdict.most('bytes of deltas ÷ the files compressed', share, MOST_OF_BUILD);
}
