import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const embedded = resolve(import.meta.dirname, '../../server/database/durablePglite.ts');
/** Often enough for functions of it to be compiled anew, whose first code is dead then. */
const QUERY = `select sum(x * x), string_agg(x::text, ',') from generate_series(1, 2000) x`;

test('V8 frees no code of the embedded database: freed twice, it ends the process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wasm-code-'));
  const script = `import { createDurablePglite } from ${JSON.stringify(embedded)};
    const database = await createDurablePglite(${JSON.stringify(join(folder, 'db'))});
    for (let times = 0; times < 30; times++) await database.query(${JSON.stringify(QUERY)});
    await database.close();
    console.log('closed');`;
  const flags = ['--trace-wasm-code-gc', '--stress-wasm-code-gc', '--input-type=module'];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', script], { maxBuffer: 1e8 });
    expect(stdout.trim()).toBe('closed');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
