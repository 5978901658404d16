/** What a run found, against the bounds of its area and the list of what no test can notice. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';
import type { MutantArea } from './areas.ts';
import type { Survivor } from './survivor.ts';

const LONGEST = 100;

/** A text on one line, and not too long for a list. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST / 2)} … ${line.slice(-LONGEST / 2)}`;
}

export interface FoundMutant extends Omit<Survivor, 'because' | 'places'> {
  readonly line: number;
  readonly status: MutantResult['status'];
}

function textAt(source: string, { start, end }: MutantResult['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  // Stryker's columns begin with 1 here.
  lines[last] = lines[last]?.slice(0, end.column - 1) ?? '';
  lines[0] = lines[0]?.slice(start.column - 1) ?? '';
  return lines.join('\n');
}

export function foundMutants(results: readonly MutantResult[], root: string): FoundMutant[] {
  return results.map((result) => ({
    file: relative(root, result.fileName),
    line: result.location.start.line,
    from: shortened(textAt(readFileSync(result.fileName, 'utf8'), result.location)),
    to: shortened(result.replacement ?? ''),
    status: result.status,
  }));
}

/**
 * Stryker also gives back what is kept of files it was not asked to change, and never tries that again. A new file moves the files behind
 * it to other parts: each would be judged twice, once as it was before the tests of today.
 */
export const resultsOf = (files: readonly string[], results: readonly MutantResult[], root: string): MutantResult[] =>
  results.filter(({ fileName }) => files.includes(relative(root, fileName)));

const NOTICED = new Set<MutantResult['status']>(['Killed', 'Timeout', 'RuntimeError', 'CompileError']);
const UNNOTICED = new Set<MutantResult['status']>(['Survived', 'NoCoverage']);
const keyOf = ({ file, from, to }: Pick<Survivor, 'file' | 'from' | 'to'>) => JSON.stringify([file, from, to]);

export interface Outcome {
  readonly noticed: number;
  readonly unnoticed: readonly FoundMutant[];
  /** In percent, rounded down to a tenth; 100 where nothing was changed. */
  readonly score: number;
  /** Neither noticed nor listed, or in more places than listed. */
  readonly unlisted: readonly FoundMutant[];
  /** Listed, but noticed or no longer there: in some of its places at least. */
  readonly outdated: readonly Survivor[];
}

/** What of an area was tried: all changes, some drawn from all of them, or those of a few lines, which say nothing of the rest. */
export type TriedScope = 'whole' | 'sample' | 'part';

/** Of less than the whole a listed one may merely not have been tried. */
export function judge(found: readonly FoundMutant[], listed: readonly Survivor[], scope: TriedScope): Outcome {
  const noticed = found.filter(({ status }) => NOTICED.has(status)).length;
  const unnoticed = found.filter(({ status }) => UNNOTICED.has(status));
  const inPlaces = Map.groupBy(unnoticed, keyOf);
  // On a busy machine what nothing notices may time out as well.
  const inDoubt = Map.groupBy([...unnoticed, ...found.filter(({ status }) => status === 'Timeout')], keyOf);
  const places = new Map(listed.map((one) => [keyOf(one), one.places]));
  const sum = noticed + unnoticed.length;
  return {
    noticed,
    unnoticed,
    score: sum === 0 ? 100 : Math.floor((noticed / sum) * 1000) / 10,
    unlisted: [...inPlaces].filter(([key, own]) => own.length > (places.get(key) ?? 0)).flatMap(([, own]) => own),
    outdated: scope === 'whole' ? listed.filter((one) => one.places > (inDoubt.get(keyOf(one))?.length ?? 0)) : [],
  };
}

/** What is wrong, in sentences; none: all is well. */
export function faultsOf(area: MutantArea, outcome: Outcome, scope: TriedScope): string[] {
  const faults: string[] = [];
  if (scope !== 'part' && outcome.score < area.leastNoticed)
    faults.push(`${area.name}: ${outcome.score} % of the changes were noticed, ${area.leastNoticed} % must be.`);
  if (area.hasList)
    for (const { file, line, from, to } of outcome.unlisted)
      faults.push(`${file}:${line} no test notices, and survivors.ts does not list: ${from} → ${to}`);
  for (const { file, from, to } of outcome.outdated)
    faults.push(`${file}: survivors.ts lists what is noticed, or is no longer there: ${from} → ${to}`);
  return faults;
}
