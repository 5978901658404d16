/**
 * `npm run test:field`: makes the edits of `field.ts` in a copy of the tree and shows that they are all there is to do (types and named
 * tests pass), and that each of them is noticed when it is forgotten. About two minutes of CPU; ends with 1 when an edit is missed by nobody.
 * Edits which the compiler notices are left out together, since each has its error in a file of its own: three runs of it are enough.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FIELD_EDITS, type FieldEdit, ROW } from './field.ts';
import { runTests, type TestResult } from './runTests.ts';
import { copyProject } from './workingCopy.ts';

const root = resolve(import.meta.dirname, '../..');
const SERVER_PROJECTS = ['server/tsconfig.json', 'tests/tsconfig.json'];
/** Further tests that pass on the field without a change of theirs. */
const MORE_TESTS: readonly (readonly [string, string])[] = [
  ['tests/api/photoFields.test.ts', 'FLD-01'],
  ['src/outbox/newPost.test.ts', 'FLD-01b'],
  ['src/features/post/draftPort.test.ts', 'FLD-01c'],
  ['src/features/post/outbox/jobForm.test.ts', 'FLD-01c'],
];

const copy = copyProject(root);
process.on('exit', copy.remove);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

/** Writes the copy's files anew with all edits but those left out. */
function writeEdits(leftOut: readonly FieldEdit[]): void {
  for (const edit of FIELD_EDITS) {
    const path = join(copy.folder, edit.file);
    const { change } = edit;
    if (typeof change === 'string') {
      if (leftOut.includes(edit)) rmSync(path, { force: true });
      else writeFileSync(path, change);
      continue;
    }
    const text = readFileSync(join(root, edit.file), 'utf8');
    const changed = change.reduce((all, { find, replace }) => all.replace(find, () => replace), text);
    writeFileSync(path, leftOut.includes(edit) ? text : changed);
  }
}

/** Files with an error of the compiler. */
function filesWithErrors(projects: readonly string[]): ReadonlySet<string> {
  const files = projects.flatMap((project) => {
    const { stdout } = spawnSync('npx', ['tsc', '-p', project, '--pretty', 'false'], {
      cwd: copy.folder,
      encoding: 'utf8',
    });
    return [...stdout.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, file = '']) => file);
  });
  return new Set(files);
}

const asBreak = (test: readonly [string, string]) => ({ rows: [], file: '', find: '', replace: '', test });
const outcomeOf = async (test: readonly [string, string]): Promise<readonly TestResult[]> =>
  runTests(copy.folder, asBreak(test), [test[1]]);

const missed: string[] = [];
function tell(isGood: boolean, text: string): void {
  console.log(`${isGood ? '✓' : '✗'} ${text}`);
  if (!isGood) missed.push(text);
}

writeEdits([]);
const errors = filesWithErrors(['tsconfig.json', 'sw/tsconfig.json', ...SERVER_PROJECTS]);
tell(errors.size === 0, `with all edits the types are right${[...errors].map((file) => ` (not: ${file})`).join('')}`);
const named = FIELD_EDITS.flatMap(({ noticedBy }) => ('test' in noticedBy ? [noticedBy.test] : []));
for (const test of [...MORE_TESTS, ...named]) {
  const found = await outcomeOf(test);
  const passes = found.length > 0 && !found.some(({ outcome }) => outcome === 'failed');
  tell(passes, `with all edits ${test.join(' ')} passes`);
}

writeEdits([ROW]);
const place = 'typesOf' in ROW.noticedBy ? ROW.noticedBy.typesOf : '';
tell(filesWithErrors(['tsconfig.json']).has(place), `${ROW.file} forgotten: ${place}`);

const typed = FIELD_EDITS.filter((edit) => edit !== ROW && 'typesOf' in edit.noticedBy);
writeEdits(typed);
const seen = filesWithErrors(['tsconfig.json', ...SERVER_PROJECTS]);
for (const edit of typed)
  if ('typesOf' in edit.noticedBy)
    tell(seen.has(edit.noticedBy.typesOf), `${edit.file} forgotten: ${edit.noticedBy.typesOf}`);

for (const edit of FIELD_EDITS) {
  if (!('test' in edit.noticedBy)) continue;
  writeEdits([edit]);
  const found = await outcomeOf(edit.noticedBy.test);
  tell(
    found.some(({ outcome }) => outcome === 'failed'),
    `${edit.file} forgotten: ${edit.noticedBy.test.join(' ')}`,
  );
}
console.log(missed.length === 0 ? 'All noticed' : `${missed.length} not noticed`);
process.exit(missed.length === 0 ? 0 : 1);
