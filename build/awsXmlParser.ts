import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Points the AWS SDK at its own parser for XML instead of the browser's DOMParser. A worker has no DOMParser (T20) and in a
 * page under Trusted Types DOMParser is refused: either way a storage error would lose its code.
 */
export function awsXmlParser(): Plugin {
  return {
    name: 'aws-xml-parser',
    enforce: 'pre',
    resolveId(source, importer) {
      const isParser = /(?:^|\/)xml-parser(?:\.browser)?(?:\.js)?$/.test(source);
      if (!importer || !isParser || !/@aws-sdk[\\/]xml-builder[\\/]/.test(importer)) return null;
      return resolve(dirname(importer), 'xml-parser.js');
    },
  };
}
