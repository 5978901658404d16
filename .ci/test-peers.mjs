// `npm run test:peers`: our product with another maker's cloud, and other makers' clients with our endpoints. Not part of `npm test`:
// it needs programs in Python. What is missing is named, and its part left out; without any of them it fails.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureChromium, ensureHeadlessShell } from './ensure-chromium.mjs';
import { makeTemporaryFolder } from './temporary-folder.mjs';

const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
const runs = (program, ...args) => spawnSync(program, args, { stdio: 'ignore', timeout: 120_000 }).status === 0;

const python = process.env.PYTHON ?? 'python3';
const suite = process.env.S3_TESTS_DIR;
// Its requirements.txt is wider: these are what the two files of the suite import.
const suiteNeeds = 'import boto3, isodate, lxml, munch, pytest, pytz, requests, yaml';
const suitePython = process.env.S3_TESTS_PYTHON ?? python;
const hasSuite = suite !== undefined && existsSync(join(suite, 's3tests/functional/test_s3.py'));
const programs = {
  MOTO_SERVER: process.env.MOTO_SERVER ?? onPath('moto_server'),
  PEER_PYTHON: runs(python, '-c', 'import boto3') ? python : undefined,
  PEER_AWS: onPath('aws'),
  PEER_RCLONE: onPath('rclone'),
  PEER_S3_SUITE: hasSuite && runs(suitePython, '-c', suiteNeeds) ? suitePython : undefined,
};
const missing = {
  MOTO_SERVER: 'MOTO: no moto_server here (pip install "moto[server]", or set MOTO_SERVER).',
  PEER_PYTHON: 'BOTO3: no Python that has it (apt install python3-boto3, or set PYTHON).',
  PEER_AWS: 'AWS CLI: no aws here (apt install awscli).',
  PEER_RCLONE: 'RCLONE: none here (apt install rclone).',
  PEER_S3_SUITE: hasSuite
    ? 'CEPH/S3-TESTS: the Python lacks what its requirements.txt names (set S3_TESTS_PYTHON).'
    : 'CEPH/S3-TESTS: no checkout of it (set S3_TESTS_DIR).',
};
const absent = Object.keys(programs).filter((name) => programs[name] === undefined);
const sentences = absent.map((name) => `!! NOT TESTED WITH ${missing[name]}`);
const tell = () => {
  for (const sentence of sentences) console.error(sentence);
};
tell();
if (absent.length === Object.keys(programs).length) {
  console.error('None of the peers is here: nothing was tested.');
  process.exit(1);
}

const temporary = makeTemporaryFolder();
const found = Object.fromEntries(Object.entries(programs).filter(([, path]) => path !== undefined));
const env = {
  ...process.env,
  ...found,
  CHROMIUM_PATH: ensureChromium(),
  HEADLESS_SHELL_PATH: ensureHeadlessShell(),
  NODE_OPTIONS: '',
  TMPDIR: temporary,
  NODE_COMPILE_CACHE: join(temporary, 'compiled'),
};
const run = (command, args) => spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;

// Does nothing when it is there already.
const isGreen =
  run('npm', ['run', '-s', 'build']) &&
  run('playwright', ['test', '-c', 'tests/peers/playwright.config.ts', ...process.argv.slice(2)]);
tell();
process.exit(isGreen ? 0 : 1);
