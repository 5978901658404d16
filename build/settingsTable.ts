/** `npm run docs:settings` writes the table of settings in docs/operations.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { settingsTable } from '../server/config/environment.ts';

const FILE = resolve(import.meta.dirname, '../docs/operations.md');
const text = readFileSync(FILE, 'utf8');
writeFileSync(
  FILE,
  text.replace(/\| setting \| what it does \|\n(?:\|.*\n)+/, () => `${settingsTable()}\n`),
);
