import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { listTenantFolders, readThemes, tenantFile } from './tenantFolders.ts';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const read = (file: string) => readFileSync(pathOf(file), 'utf8');

/** Address of the plain pages' style sheet in dev; a build gives it a hashed name. */
export const plainStylesPath = '/build/plain.css';

const sheets = {
  '/build/frame.css': ['frame.css', 'frameBars.css'],
  [plainStylesPath]: ['../src/styles/tokens.css', '../src/styles/base.css', 'plain.css'],
} as const satisfies Record<string, readonly string[]>;

/** The style sheet that Vite asks for by this module id, with all themes inside, or null if it is none of ours. */
export function composeStyles(id: string): { code: string; files: string[] } | null {
  const [file = ''] = id.replaceAll('\\', '/').split('?');
  const entry = Object.entries(sheets).find(([path]) => file.endsWith(path));
  if (!entry) return null;
  const parts = entry[1];
  return {
    code: [...parts.map(read), readThemes()].join('\n'),
    files: [...parts.map(pathOf), ...listTenantFolders().map((tenant) => tenantFile(tenant, 'theme.css'))],
  };
}
