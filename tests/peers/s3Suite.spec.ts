/** The groups of ceph/s3-tests that our object store claims, against the real server. The suite itself is found by S3_TESTS_DIR. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { type Product, startProduct } from '../journeys/support/product.ts';
import { openOwnFan } from './support/ownFan.ts';
import { S3_FILES, S3_UNCLAIMED } from './support/s3Unclaimed.ts';

const { PEER_S3_SUITE, S3_TESTS_DIR = '', PATH = '' } = process.env;
const support = join(import.meta.dirname, 'support');
/** What passed at the last run. If fewer pass, the suite changed or did not collect its tests. */
const LEAST_TESTS = 41;

/** What the plugin tells at the end. */
interface SuiteReport {
  readonly passed: readonly string[];
  /** The last line of each failure, by the test's name. */
  readonly failed: Readonly<Record<string, string>>;
  /** Number of tests, by the reason. */
  readonly leftOut: Readonly<Record<string, number>>;
}

const folder = mkdtempSync(join(tmpdir(), 's3-suite-'));
let product: Product;

test.skip(PEER_S3_SUITE === undefined, 'no ceph/s3-tests');
test.beforeAll(async () => {
  test.setTimeout(300_000);
  const preload = pathToFileURL(join(support, 'anyBytes.ts')).href;
  product = await startProduct({ DEMO: '0', NODE_OPTIONS: `--import=${preload}` }, { isFresh: true });
});
test.afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The suite's configuration: all of its accounts are one fan. */
function configOf(keys: { readonly accessKeyId: string; readonly secretAccessKey: string }): string {
  const { hostname, port } = new URL(product.url);
  const account = {
    access_key: keys.accessKeyId,
    secret_key: keys.secretAccessKey,
    display_name: 'fan',
    user_id: 'fan',
    email: 'fan@example.jp',
    tenant: 'fan',
  };
  const accounts = ['s3 main', 's3 alt', 's3 tenant', 'iam', 'iam root', 'iam alt root'];
  const sections = [
    ['DEFAULT', { host: hostname, port, is_secure: 'False', ssl_verify: 'False' }] as const,
    ...accounts.map((name) => [name, account] as const),
  ];
  return sections
    .map(([name, values]) =>
      [`[${name}]`, ...Object.entries(values).map(([key, value]) => `${key} = ${value}`), ''].join('\n'),
    )
    .join('\n');
}

/** Runs the suite with the plugin of `s3_suite.py`. */
async function runSuite(): Promise<SuiteReport> {
  const fan = await openOwnFan(product, 'suite@example.jp');
  const { accessKeyId, secretAccessKey, sessionToken } = await fan.credentials();
  const [config, given, report] = ['s3tests.conf', 'given.json', 'report.json'].map((name) => join(folder, name));
  writeFileSync(config ?? '', configOf({ accessKeyId, secretAccessKey }));
  writeFileSync(
    given ?? '',
    JSON.stringify({
      accessKeyId,
      sessionToken,
      report,
      bucket: fan.config.objects.bucket,
      folder: `${dirname(fan.photoKey())}/`,
      unclaimed: S3_UNCLAIMED,
    }),
  );
  const files = S3_FILES.map((file) => `s3tests/functional/${file}`);
  const env = {
    PATH,
    HOME: folder,
    PYTHONPATH: [support, S3_TESTS_DIR].join(delimiter),
    PYTHONDONTWRITEBYTECODE: '1',
    S3TEST_CONF: config,
    S3_SUITE_GIVEN: given,
    AWS_DEFAULT_REGION: fan.config.objects.region,
    AWS_EC2_METADATA_DISABLED: 'true',
  };
  const args = ['-m', 'pytest', '-p', 's3_suite', '-p', 'no:cacheprovider', '-q', '--tb=short', ...files];
  const options = { cwd: S3_TESTS_DIR, env, timeout: 200_000 };
  const { code, said } = await promisify(execFile)(PEER_S3_SUITE ?? '', args, options).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }: { code: unknown; stdout: string; stderr: string }) => ({ code, said: stdout + stderr }),
  );
  // 1: tests failed, and the report names them. Anything else: the suite did not run to its end.
  if (code !== 0 && code !== 1) throw new Error(`pytest ended with ${code}: ${said}`);
  return JSON.parse(readFileSync(report ?? '', 'utf8')) as SuiteReport;
}

test('PST-11a SAF-28 what the store claims of S3 passes in ceph/s3-tests', async () => {
  const { passed, failed, leftOut } = await runSuite();
  const others = Object.values(leftOut).reduce((sum, count) => sum + count, 0);
  console.log(`ceph/s3-tests: ${passed.length} tests passed, ${others} ask what the store does not claim.`);
  expect(failed).toEqual({});
  expect(passed.length).toBeGreaterThanOrEqual(LEAST_TESTS);
  expect(Object.keys(leftOut).sort()).toEqual(S3_UNCLAIMED.map(({ reason }) => reason).sort());
});

test('PST-11a docs/operations.md names everything of S3 that the store does not claim', () => {
  const operations = readFileSync(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  expect(S3_UNCLAIMED.filter(({ reason }) => !operations.includes(`| ${reason} |`))).toEqual([]);
});
