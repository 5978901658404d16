/**
 * Worker process of vitest that stays: it loads and runs test files again for each mutant it is asked for. A process a mutant, as
 * Stryker's own runner for vitest has it, takes ten times as long. Each run loads every module anew, so that nothing a mutant left
 * in a module's variables, and nothing a module computes while it loads, is missed or passed on: but for warm ones (`isWarm`).
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { RunnerTask, RunnerTestFile } from 'vitest';
import { init, runBaseTests, setupEnvironment } from 'vitest/worker';
import { globalsOf, type MutantAnswer, type MutantOrder, type MutantsEnd, type RanTest, testIdOf } from './messages.ts';

type State = Parameters<typeof runBaseTests>[1];
type Traces = Parameters<typeof runBaseTests>[2];
type Context = Parameters<typeof setupEnvironment>[0];

// Tests replace some of these.
const send = process.send?.bind(process) ?? (() => {});
const on = process.on.bind(process);
const off = process.off.bind(process);
const stryker = globalsOf();
/** What the worker was started with. */
let started: Context | undefined;

/** What the main process is not told: it would take each mutant's failed tests for its own. */
const UNTOLD = new Set([
  'onCollected',
  'onQueued',
  'onTaskUpdate',
  'onTaskArtifactRecord',
  'onUnhandledError',
  'onUserConsoleLog',
  'onAfterSuiteRun',
  'snapshotSaved',
  'onTestModuleDependencies',
  'getCountOfFailedTests',
]);

/** What vitest's main process told of modules: nothing changes while it runs, and asking again takes most of a run's time. */
const told = new Map<string, Promise<unknown>>();

function askOnce(name: string, ask: (...args: unknown[]) => Promise<unknown>) {
  return (...args: unknown[]) => {
    // The last one of `fetch` says what is there already: after the first time everything is loaded anew.
    const key = JSON.stringify([name, ...args.slice(0, 3)]);
    const answer = told.get(key) ?? ask(...args);
    told.set(key, answer);
    return answer;
  };
}

function ranTests(file: string, tasks: readonly RunnerTask[]): RanTest[] {
  return tasks.flatMap((task): RanTest[] => {
    if (task.type === 'suite') return ranTests(file, task.tasks);
    if (task.type !== 'test') return [];
    const id = testIdOf(file, task);
    const state = task.result?.state;
    const message = task.result?.errors?.[0]?.message;
    return [
      {
        id,
        file,
        name: id.slice(file.length + 1),
        state: state === 'pass' ? 'passed' : state === 'fail' ? 'failed' : 'skipped',
        milliseconds: task.result?.duration ?? 0,
        ...(message === undefined ? {} : { message }),
      },
    ];
  });
}

const suiteErrors = (tasks: readonly RunnerTask[]): string[] =>
  tasks.flatMap((task) =>
    task.type === 'suite'
      ? [...(task.result?.errors ?? []).map(({ message }) => message), ...suiteErrors(task.tasks)]
      : [],
  );

/** Makes the environment a file asks for by `@vitest-environment`; resolves with what ends it. */
async function enter(filepath: string): Promise<() => Promise<void>> {
  if (started === undefined) throw new Error('The worker was not started.');
  const [, name = started.environment.name] =
    /@vitest-environment\s+([\w-]+)/.exec(readFileSync(filepath, 'utf8')) ?? [];
  return setupEnvironment({ ...started, environment: { ...started.environment, name } });
}

/** Loads and runs one file: in a world of its own, or with the modules of the run before. */
async function runFile(state: State, traces: Traces, filepath: string, isolate: boolean) {
  const collected: RunnerTestFile[] = [];
  const errors: string[] = [];
  const rpc = new Proxy(state.rpc, {
    get(target, name) {
      if (name === 'fetch' || name === 'resolve')
        return askOnce(name, Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>);
      if (typeof name !== 'string' || !UNTOLD.has(name)) return Reflect.get(target, name);
      return async (...args: unknown[]) => {
        if (name === 'onCollected') collected.push(...(args[0] as RunnerTestFile[]));
        if (name === 'onUnhandledError') errors.push(String((args[0] as Error)?.message));
        return name === 'getCountOfFailedTests' ? 0 : undefined;
      };
    },
  });
  const config = { ...state.ctx.config, isolate };
  const own = { ...state, rpc, config, ctx: { ...state.ctx, config, files: [{ ...state.ctx.files[0], filepath }] } };
  const leave = await enter(filepath);
  await runBaseTests('run', own as State, traces).finally(leave);
  const file = relative(process.cwd(), filepath);
  const ofFiles = collected.flatMap(({ result }) => (result?.errors ?? []).map(({ message }) => message));
  return {
    tests: collected.flatMap(({ tasks }) => ranTests(file, tasks)),
    errors: [...errors, ...ofFiles, ...collected.flatMap(({ tasks }) => suiteErrors(tasks))],
  };
}

/** A mutant was on while modules were loaded: it may be in them. */
let isStale = false;

async function follow(order: MutantOrder, state: State, traces: Traces): Promise<MutantAnswer> {
  const isTrial = order.mutant !== undefined;
  const tests: RanTest[] = [];
  const errors: string[] = [];
  const coverage: Record<string, MutantAnswer['coverage'][string]> = {};
  stryker.run = { isTrial, hasFailed: false, ...(order.wanted ? { wanted: new Set(order.wanted) } : {}) };
  stryker.activeMutant = order.mutant;
  stryker.hitCount = isTrial && order.hitLimit !== undefined ? 0 : undefined;
  stryker.hitLimit = order.hitLimit;
  for (const file of order.files) {
    stryker.mutantCoverage = undefined;
    stryker.currentTestId = undefined;
    const ran = await runFile(state, traces, file, !order.isWarm || isStale);
    isStale = false;

    tests.push(...ran.tests);
    errors.push(...ran.errors);
    if (stryker.mutantCoverage) coverage[file] = stryker.mutantCoverage;
    if (isTrial && (errors.length > 0 || ran.tests.some((test) => test.state === 'failed'))) break;
  }
  const isEndless = stryker.hitCount !== undefined && stryker.hitCount > (stryker.hitLimit ?? Number.POSITIVE_INFINITY);
  stryker.activeMutant = undefined;
  isStale = isTrial && !order.isWarm;
  return { mutants: 'answer', number: order.number, tests, errors, isEndless, coverage };
}

function serve(state: State, traces: Traces): Promise<void> {
  let turn = Promise.resolve();
  return new Promise((resolve, reject) => {
    const take = (message: MutantOrder | MutantsEnd | { mutants?: undefined }) => {
      if (message.mutants === 'order')
        turn = turn.then(async () => void send(await follow(message, state, traces))).catch(reject);
      if (message.mutants !== 'end') return;
      off('message', take);
      resolve(turn);
    };
    on('message', take);
    send({ mutants: 'ready' });
  });
}

init({
  post: (message) => send(message),
  on: (callback) => on('message', callback),
  off: (callback) => off('message', callback),
  setup: async (context) => {
    started = context;
    return async () => {};
  },
  runTests: serve,
  collectTests: serve,
});
