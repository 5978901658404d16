import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** React's own files for production, by the name they are imported by. */
export const REACT_FILES: Readonly<Record<string, string>> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
};

/** Path of one of those files. */
export function findReactFile(file: string): string {
  const [name = '', ...inside] = file.split('/');
  return join(dirname(createRequire(import.meta.url).resolve(name)), ...inside);
}

/**
 * React comes as CommonJS, of which a bundler cannot leave out what nobody imports, and calls `(0, react.useState)`. Its files are turned
 * into ES modules here: 2,600 bytes of the first JavaScript (docs/adr/0002), gzipped. Only for the build for browsers.
 */
export function reactAsModules(): Plugin {
  return {
    name: 'react-as-modules',
    apply: 'build',
    enforce: 'pre',
    resolveId(source) {
      const file = REACT_FILES[source];
      return file === undefined ? null : findReactFile(file);
    },
    // What React's files look for in a scheduler that measures itself.
    onLog: (_level, { code, id }) =>
      code === 'IMPORT_IS_UNDEFINED' && id?.includes('react-dom-client') ? false : null,
    transform: {
      filter: { id: /[\\/]node_modules[\\/].*\.m?js$/ },
      handler: (code, id) =>
        /[\\/](react|react-dom|scheduler)[\\/]cjs[\\/][\w-]+\.production\.js$/.test(id)
          ? toModule(code)
          : withoutDefaultImport(code),
    },
  };
}

const REQUIRED = /\b(\w+) = require\("([\w-]+)"\)/g;

/** A CommonJS file of React's as an ES module with the same names. Throws where React is no longer written as it was. */
export function toModule(code: string): string {
  const imports = [...code.matchAll(REQUIRED)].map(([, name, from]) => `import * as ${name} from '${from}';`);
  // An alias of a namespace would keep all that is in it.
  const body = code.replace(REQUIRED, 'required$$$1 = 0').replaceAll(/\bexports\.(\w+)/g, 'exported$$$1');
  const names = new Set([...body.matchAll(/\bexported\$(\w+)/g)].map(([, name = '']) => name));
  const assigned = [...body.matchAll(/^( *)exported\$(\w+)\s*=(?!=)/gm)];
  // One that is assigned once is a constant: what is unused of those is left out.
  const isConstant = (name: string) =>
    assigned.filter((one) => one[2] === name).every(([, indent], at) => !indent && at === 0);
  const constants = new Set([...names].filter(isConstant));
  const variables = [...names].filter((name) => !constants.has(name)).map((name) => `let exported$${name};\n`);
  const declared = body.replace(/^exported\$(\w+)(?=\s*=(?!=))/gm, (all, name) =>
    constants.has(name) ? `const ${all}` : all,
  );
  if (names.size === 0 || /\b(?:require|exports|module)\b\s*[.([=]/.test(body))
    throw new Error('A file of React is written in another way than build/reactAsModules.ts knows.');
  const list = [...names].map((name) => `exported$${name} as ${name}`);
  return `${imports.join('\n')}\n${variables.join('')}${declared}\nexport { ${list.join(', ')} };\n`;
}

/** Those modules have no default export; as a namespace it names what is used of it. */
const withoutDefaultImport = (code: string): string =>
  code.replace(
    /\bimport\s+([\w$]+)\s*(?:,\s*(\{[^}]*\})\s*)?from\s*(["']react(?:-dom)?["'])/g,
    (_, name, named, from) => `import * as ${name} from ${from}${named ? `; import ${named} from ${from}` : ''}`,
  );
