/** Contrast of every colour pair the design uses, in every tenant’s theme, light and dark, computed from the style sheets themselves. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tenants } from '../../tenants/index.ts';
import { nonEmpty } from '../../tests/nonEmpty.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

type Colours = Readonly<Record<string, string>>;
interface Rule {
  readonly file: string;
  readonly selector: string;
  readonly declarations: Readonly<Record<string, string>>;
}

/** Innermost blocks of a sheet. */
const rulesOf = (file: string): Rule[] =>
  [...read(file).matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    file,
    selector: selector.trim(),
    declarations: Object.fromEntries(
      [...body.matchAll(/([\w-]+)\s*:\s*([^;]+)/g)].map(([, name = '', value = '']) => [name, value.trim()]),
    ),
  }));

function tokensOf(tenant: string, scheme: 'light' | 'dark'): Colours {
  const [base, , dark] = rulesOf('src/styles/tokens.css').filter(({ declarations }) => '--ground' in declarations);
  const [light, chosenDark] = rulesOf(`tenants/${tenant}/theme.css`);
  const layers = scheme === 'light' ? [base, light] : [base, light, dark, chosenDark];
  return Object.assign({}, ...layers.map((rule) => rule?.declarations));
}

const sheets = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => join('src', file));
const token = (value: string | undefined) =>
  /^var\((--[\w-]+)(?:, *var\((--[\w-]+)\))?\)$/.exec(value ?? '')?.slice(1) ?? [];

/** Rules that set text and ground together: each such pair, wherever it is. */
const writtenPairs = sheets.flatMap(rulesOf).flatMap(({ file, selector, declarations }) => {
  const [text] = token(declarations.color);
  const grounds = token(declarations.background ?? declarations['background-color']).filter(Boolean);
  return text ? grounds.map((ground) => ({ text, ground: String(ground), where: `${file} ${selector}` })) : [];
});
/** Pairs that meet by inheritance: words on the grounds a component may stand on. */
const grounds = ['--ground', '--surface', '--surface-2'];
const soft = ['--accent-soft', '--danger-soft', '--warn-soft', '--ok-soft'];
const inherited = [
  ...[...grounds, ...soft].map((ground) => ['--text', ground]),
  ...grounds.map((ground) => ['--text-2', ground]),
  ...[...grounds, '--accent-soft'].map((ground) => ['--accent', ground]),
  ...['--ground', '--surface', '--danger-soft'].map((ground) => ['--danger', ground]),
  ...['--surface', '--warn-soft'].map((ground) => ['--warn', ground]),
  ...['--surface', '--ok-soft'].map((ground) => ['--ok', ground]),
  ['--on-brand', '--brand'],
] as [string, string][];
/** Borders of fields, rings of the focus, marks of a choice: what tells a control, not what adorns it. */
const controls = [
  ...grounds.map((ground) => ['--line-strong', ground]),
  ...grounds.map((ground) => ['--accent', ground]),
  ...['--ground', '--surface'].map((ground) => ['--danger', ground]),
] as [string, string][];

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(colours: Colours, one: string, other: string): number {
  const values = [colours[one], colours[other]];
  for (const value of nonEmpty(values))
    if (!/^#[0-9a-f]{6}$/i.test(value ?? '')) throw new Error(`${one} on ${other}: ${values}`);
  const [light = 0, dark = 0] = values.map((value) => luminance(value ?? '')).sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test('WCAG the sheets are read: pairs of text and ground stand in them', () => {
  expect(writtenPairs.length).toBeGreaterThan(40);
  expect(tenants.length).toBeGreaterThan(0);
});

describe.each(tenants.map(({ id }) => id))('colours of %s', (id) => {
  test.each(['light', 'dark'] as const)('WCAG 1.4.3 every text stands out 4.5:1, %s', (scheme) => {
    const colours = tokensOf(id, scheme);
    const all = [...writtenPairs, ...inherited.map(([text, ground]) => ({ text, ground, where: 'inherited' }))];
    const faint = all
      .map(({ text, ground, where }) => ({ text, ground, where, ratio: contrast(colours, text, ground) }))
      .filter(({ ratio }) => ratio < 4.5);
    expect(faint).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('WCAG 1.4.11 controls and the focus stand out 3:1, %s', (scheme) => {
    const colours = tokensOf(id, scheme);
    const faint = controls
      .map(([mark, ground]) => ({ mark, ground, ratio: contrast(colours, mark, ground) }))
      .filter(({ ratio }) => ratio < 3);
    expect(faint).toEqual([]);
  });
});
