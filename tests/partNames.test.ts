import { expect, test } from 'vitest';
import config from '../vite.config.ts';

test('QUE-02c the build names every part to its loader, also one that is a single file', () => {
  const { modulePreload } = config.build ?? {};
  if (typeof modulePreload !== 'object') throw new Error('Vite names no files of a part.');
  const named = (names: string[], hostType: 'js' | 'html') =>
    modulePreload.resolveDependencies?.('assets/zip.js', names, { hostId: 'assets/app.js', hostType });
  expect(named([], 'js')).toEqual(['assets/zip.js']);
  expect(named(['assets/page.js', 'assets/shared.js'], 'js')).toEqual(['assets/page.js', 'assets/shared.js']);
  // A page's own preloads stay as they are.
  expect(named([], 'html')).toEqual([]);
});
