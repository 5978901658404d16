/** Stryker's test runner: vitest with one worker process that stays (`worker.ts`). Runs in a process of Stryker's, in its copy of the tree. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { type CoverageData, INSTRUMENTER_CONSTANTS, type MutantCoverage } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestRunner,
  TestStatus,
} from '@stryker-mutator/api/test-runner';
import { createVitest, ForksPoolWorker, type PoolOptions, type Vitest } from 'vitest/node';
import { areaNamed } from './areas.ts';
import { SpentDatabases } from './databases.ts';
import { aroundTestsOf, type MutantAnswer, type MutantOrder, type RanTest } from './messages.ts';
import { announcedSample, isDrawn } from './sample.ts';

if (INSTRUMENTER_CONSTANTS.NAMESPACE !== '__stryker__')
  throw new Error('Stryker has renamed its globals: see messages.ts.');

/**
 * Stryker calls a change endless that is reached a hundred times as often as without it; a loop of the queue takes half a minute to get
 * there. Here it is three times as often, in all tests together, and a thousand times at least.
 */
const patience = (hitLimit: number): number => Math.min(hitLimit, Math.max(1_000, Math.ceil(hitLimit / 33)));

/**
 * Which test files reach a mutant, asked for one that is read while a module loads: some files load modules in their tests. And how long
 * each file takes. Kept for the process after a time-out.
 */
interface Known {
  readonly reaching: Record<string, string[]>;
  readonly milliseconds: Record<string, number>;
}

class StayingWorker extends ForksPoolWorker {
  override readonly name = 'mutants';
  protected override readonly entrypoint = join(import.meta.dirname, 'worker.ts');
}

class StayingVitest implements TestRunner {
  private vitest: Vitest | undefined;
  private worker: StayingWorker | undefined;
  private files: readonly string[] = [];
  private running: Promise<unknown> | undefined;
  private number = 0;
  private readonly waiting = new Map<number, (answer: MutantAnswer) => void>();
  private readonly known = join(process.cwd(), 'mutants-known.json');
  private readonly sample = announcedSample();
  private readonly databases = new SpentDatabases();
  /** Tests that pass without a mutant when only what it reaches is run before them. */
  private readonly independent = new Set<string>();
  /** Servers keep nothing in variables of modules (tests/mutants.test.ts), and loading them takes longer than most of their tests. */
  private readonly canBeWarm = areaNamed(process.env.MUTANT_AREA ?? '').isApi === true;

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    process.env.VITEST = '1';
    process.env.NODE_ENV = 'test';
    const ready = Promise.withResolvers<void>();
    const createPoolWorker = (options: PoolOptions) => {
      this.worker = new StayingWorker(options);
      const { start } = this.worker;
      this.worker.start = async () => {
        await start.call(this.worker);
        this.worker?.on('message', (message: MutantAnswer | { mutants: 'ready' }) => {
          if (message.mutants === 'ready') ready.resolve();
          if (message.mutants === 'answer') this.waiting.get(message.number)?.(message);
        });
      };
      return this.worker;
    };
    this.vitest = await createVitest('test', {
      root: process.cwd(),
      config: 'tests/mutants/vitest.config.ts',
      pool: { name: 'mutants', createPoolWorker },
      reporters: [{}],
      watch: false,
    });
    const found = await this.vitest.globTestSpecifications();
    this.files = found.map(({ moduleId }) => moduleId);
    // One file starts the worker, which is asked for all of them: vitest would leave those of another environment for another worker.
    this.running = this.vitest.runTestSpecifications(found.slice(0, 1));
    this.running.then(() => ready.reject(new Error('No test file was found.')), ready.reject);
    await ready.promise;
  }

  private async ask(order: Omit<MutantOrder, 'mutants' | 'number'>): Promise<MutantAnswer> {
    this.number += 1;
    const { number } = this;
    const answer = new Promise<MutantAnswer>((resolve) => this.waiting.set(number, resolve));
    // Vitest's type of a message knows its own alone.
    (this.worker as { send(message: unknown): void } | undefined)?.send({ mutants: 'order', number, ...order });
    try {
      return await answer;
    } finally {
      this.waiting.delete(number);
      const { TEST_DATABASE_URL } = process.env;
      if (TEST_DATABASE_URL !== undefined) await this.databases.drop(TEST_DATABASE_URL);
    }
  }

  async dryRun(): Promise<DryRunResult> {
    const { tests, errors, coverage } = await this.ask({ files: this.files, isWarm: false });
    const silent = this.files.filter((path) => !tests.some(({ file }) => join(process.cwd(), file) === path));
    const faults = [...errors, ...silent.map((path) => `No test of ${path} was run.`)];
    if (faults.length > 0) return { status: DryRunStatus.Error, errorMessage: faults.join('\n') };
    const reaching: Known['reaching'] = {};
    const milliseconds: Known['milliseconds'] = {};
    for (const [file, covered] of Object.entries(coverage)) shareAround(relative(process.cwd(), file), covered, tests);
    for (const [file, covered] of Object.entries(coverage))
      for (const id of reachedBy(covered)) reaching[id] = [...(reaching[id] ?? []), file];
    for (const { file, milliseconds: own } of tests) milliseconds[file] = (milliseconds[file] ?? 0) + own;
    writeFileSync(this.known, JSON.stringify({ reaching, milliseconds } satisfies Known));
    return {
      status: DryRunStatus.Complete,
      tests: tests.map(({ id, file, name, state, milliseconds: timeSpentMs, message = 'failed' }) => {
        const told = { id, name, timeSpentMs, fileName: join(process.cwd(), file) };
        if (state === 'failed') return { ...told, status: TestStatus.Failed, failureMessage: message };
        return { ...told, status: state === 'passed' ? TestStatus.Success : TestStatus.Skipped };
      }),
      mutantCoverage: merged(Object.values(coverage)),
    };
  }

  async mutantRun({
    activeMutant,
    testFilter,
    hitLimit,
    reloadEnvironment,
  }: MutantRunOptions): Promise<MutantRunResult> {
    if (this.sample && !isDrawn(this.sample, activeMutant.id))
      return { status: MutantRunStatus.Error, errorMessage: 'not drawn' };
    const { reaching, milliseconds }: Known = existsSync(this.known)
      ? JSON.parse(readFileSync(this.known, 'utf8'))
      : { reaching: {}, milliseconds: {} };
    const reached = testFilter?.map((id) => join(process.cwd(), id.split('#')[0] ?? ''));
    // Its own tests go first: they notice at once what others may only notice by never ending.
    const own = join('/', `${basename(activeMutant.fileName, '.ts')}.test.ts`);
    const takes = (file: string) => (file.endsWith(own) ? -1 : (milliseconds[relative(process.cwd(), file)] ?? 0));
    const files = [...new Set(reached ?? reaching[activeMutant.id] ?? this.files)].sort((a, b) => takes(a) - takes(b));
    const order = {
      files,
      mutant: activeMutant.id,
      isWarm: this.canBeWarm && !reloadEnvironment,
      ...(hitLimit === undefined ? {} : { hitLimit: patience(hitLimit) }),
    };
    const answer = await this.ask({ ...order, ...(testFilter ? { wanted: testFilter } : {}) });
    if (!testFilter || !this.canBeWarm || (await this.isOfMutant(answer))) return resultOf(answer);
    return resultOf(await this.ask(order));
  }

  /** Did the test fail for the mutant's sake? Not if it does so without one, once tests it builds on are left out. */
  private async isOfMutant({ tests, errors }: MutantAnswer): Promise<boolean> {
    const failed = tests.find(({ state }) => state === 'failed');
    if (!failed || errors.length > 0) return true;
    const inFile = tests.filter(({ file, state }) => file === failed.file && state !== 'skipped').map(({ id }) => id);
    const wanted = inFile.slice(0, inFile.indexOf(failed.id) + 1);
    const key = wanted.join('\n');
    if (this.independent.has(key)) return true;
    const without = await this.ask({
      files: [join(process.cwd(), failed.file)],
      wanted,
      mutant: 'none',
      isWarm: this.canBeWarm,
    });
    const isWell = without.errors.length === 0 && without.tests.every(({ state }) => state !== 'failed');
    if (isWell) this.independent.add(key);
    return isWell;
  }

  async dispose(): Promise<void> {
    (this.worker as { send(message: unknown): void } | undefined)?.send({ mutants: 'end' });
    await this.running?.catch(() => {});
    await this.vitest?.close();
  }
}

function resultOf({ tests, errors, isEndless }: MutantAnswer): MutantRunResult {
  if (isEndless) return { status: MutantRunStatus.Timeout, reason: 'reached far more often than without the change' };
  const nrOfTests = tests.filter(({ state }) => state !== 'skipped').length;
  const failed = tests.filter(({ state }) => state === 'failed');
  const failureMessage = failed[0]?.message ?? errors[0];
  if (failureMessage === undefined && failed.length === 0) return { status: MutantRunStatus.Survived, nrOfTests };
  const killedBy = failed.length > 0 ? failed : tests.slice(0, 1);
  return {
    status: MutantRunStatus.Killed,
    killedBy: killedBy.map(({ id }) => id),
    failureMessage: failureMessage ?? 'failed',
    nrOfTests,
  };
}

/** What a file's set-up reaches, its first test is run for: all of them would be run for each change of what every set-up needs. */
function shareAround(file: string, { perTest }: MutantCoverage, tests: readonly RanTest[]): void {
  const around = perTest[aroundTestsOf(file)];
  if (!around) return;
  delete perTest[aroundTestsOf(file)];
  const first = tests.find((test) => test.file === file && test.state === 'passed');
  if (first) perTest[first.id] = { ...around, ...perTest[first.id] };
}

/** Ids of mutants a test file reaches: while it is loaded, and in its tests. */
const reachedBy = (covered: MutantCoverage): Set<string> =>
  new Set([covered.static, ...Object.values(covered.perTest)].flatMap((hits) => Object.keys(hits)));

function merged(all: readonly MutantCoverage[]): MutantCoverage {
  const add = (to: CoverageData, from: CoverageData) => {
    for (const [id, hits] of Object.entries(from)) to[id] = (to[id] ?? 0) + hits;
  };
  const sum: MutantCoverage = { static: {}, perTest: {} };
  for (const one of all) {
    add(sum.static, one.static);
    for (const [test, hits] of Object.entries(one.perTest)) {
      sum.perTest[test] ??= {};
      add(sum.perTest[test], hits);
    }
  }
  return sum;
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'staying-vitest', StayingVitest)];
