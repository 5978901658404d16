/** Layouts go by the size of the browser's font as well as by pixels (LAY-01a): each width of a layout stands in both units. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { MOBILE_MAX_WIDTH } from '../contract/limits.ts';

const root = resolve(import.meta.dirname, '../..');
const sheets = ['src', 'build'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => join(folder, file)),
);
/** The em of media queries with a font of the usual size. */
const EM = 16;
/** Between phones: the smaller ones ask for the room of single parts, whose texts wrap. 900: the opened photo, which is no text. */
const isLayout = (px: number) => px >= MOBILE_MAX_WIDTH && px !== 900;
const widths = (query: string) =>
  [...query.matchAll(/\((min-width:|max-width:|width <=|width >|width <) ([\d.]+)(px|em)\)/g)].map(
    ([, feature, size, unit]) => ({ feature, px: Number(size) * (unit === 'em' ? EM : 1), unit }),
  );

test('LAY-01a a width at which the layout changes stands in em as well as in px', () => {
  const alone = sheets.flatMap((sheet) =>
    [...readFileSync(join(root, sheet), 'utf8').matchAll(/@media ([^{]+)/g)].flatMap(([, query = '']) => {
      const all = widths(query);
      return all
        .filter(({ px }) => isLayout(px))
        .filter(
          ({ feature, px, unit }) => !all.some((one) => one.feature === feature && one.px === px && one.unit !== unit),
        )
        .map(({ feature, px, unit }) => `${sheet}: ${feature} ${px} (${unit})`);
    }),
  );
  expect(sheets.length).toBeGreaterThan(100);
  expect(alone).toEqual([]);
});
