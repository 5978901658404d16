import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { awsXmlParser } from './awsXmlParser.ts';

/** The package as the SDK finds it, and the file the build takes for its parser. */
function chosenParser(): string | null {
  const sdk = createRequire(import.meta.url).resolve('@aws-sdk/client-s3');
  const entry = createRequire(sdk).resolve('@aws-sdk/xml-builder');
  const importer = join(dirname(entry), '../dist-es/index.js');
  const { resolveId } = awsXmlParser();
  if (typeof resolveId !== 'function') throw new Error('The plugin resolves nothing.');
  return resolveId.call({} as never, './xml-parser.browser', importer, {} as never) as string | null;
}

test('ASVS 1.5.1 the reader of storage answers asks for nothing outside and expands no entity', async () => {
  const path = chosenParser();
  expect(path).toMatch(/[\\/]xml-parser\.js$/);
  const { parseXML } = (await import(pathToFileURL(String(path)).href)) as { parseXML(xml: string): unknown };
  expect(parseXML('<Error><Code>NoSuchKey</Code></Error>')).toEqual({ Error: { Code: 'NoSuchKey' } });
  const doubled = Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i + 1} "&e${i};&e${i};">`).join('');
  for (const [declared, used] of [
    ['<!ENTITY a SYSTEM "file:///etc/passwd">', '&a;'],
    [`<!ENTITY e0 "boom">${doubled}`, '&e30;'],
  ] as const) {
    let read: unknown = null;
    try {
      read = parseXML(`<!DOCTYPE Error [${declared}]><Error><Code>${used}</Code></Error>`);
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
    }
    const text = JSON.stringify(read);
    expect(text).not.toMatch(/root:|boom/);
    expect(text.length).toBeLessThan(200);
  }
});
