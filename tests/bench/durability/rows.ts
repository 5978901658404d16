import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Row } from './plan.ts';

const file = resolve(import.meta.dirname, '../../.results/durability.json');

/** What was run so far. */
export function readRows(): Row[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Row[];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Takes the place of an earlier run of the same post. */
export function keepRow(row: Row): void {
  const isOther = (one: Row) => one.contender !== row.contender || one.fault !== row.fault || one.step !== row.step;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify([...readRows().filter(isOther), row], null, 1));
  renameSync(`${file}.new`, file);
}
