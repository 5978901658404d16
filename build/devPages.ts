import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Connect, ViteDevServer } from 'vite';
import { tenantInAddress } from '../src/contract/tenantInAddress.ts';
import { findTenant, tenants } from '../tenants/index.ts';
import { makeDocument } from './documents/devDocuments.ts';
import { listPages, listStaffShells, listWallShells } from './pageList.ts';
import { renderNotFoundPage, renderRootPage } from './renderPlainPages.ts';
import { renderShell } from './renderShell.ts';
import { plainStylesPath } from './styleSheets.ts';
import { makeTenantAsset } from './tenantAssets.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.pdf': 'application/pdf',
  '.webmanifest': 'application/manifest+json',
};

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
}

/** Serves in dev what the build emits: every page, manifest, icon and piece of artwork, made anew on each request. */
export function serveDevPages(server: ViteDevServer, template: string): void {
  const handle: Connect.NextHandleFunction = async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    try {
      const url = new URL(request.originalUrl ?? request.url ?? '/', 'http://localhost');
      const answer = await answerPath(server, template, decodeURIComponent(url.pathname), url.searchParams.get('t'));
      if (!answer) return next();
      response.writeHead(answer.status, { 'content-type': answer.type, 'cache-control': 'no-cache' });
      response.end(request.method === 'HEAD' ? undefined : answer.body);
    } catch (error) {
      next(error);
    }
  };
  server.middlewares.use(handle);
}

async function answerPath(
  server: ViteDevServer,
  template: string,
  path: string,
  t: string | null,
): Promise<Answer | null> {
  const [, id = '', ...rest] = path.split('/');
  if (path === '/' || path === '/index.html') return page(renderRootPage(tenants, plainStylesPath));
  const tenant = findTenant(id);
  if (tenant) {
    const name = rest.join('/');
    const body = (await makeTenantAsset(id, name)) ?? (await makeDocument(tenant, name));
    if (body !== null) return { status: 200, type: contentTypes[extname(name)] ?? 'application/octet-stream', body };
  }
  const shell = await renderDevShell(server, template, path);
  if (shell) return page(shell);
  const isPagePath = path.endsWith('/') || path.endsWith('.html');
  return isPagePath
    ? page(renderNotFoundPage(findTenant(tenantInAddress(path, t)) ?? null, plainStylesPath), 404)
    : null;
}

async function renderDevShell(server: ViteDevServer, template: string, path: string): Promise<string | null> {
  const file = path.slice(1).replace(/\/$/, '/index.html');
  const address =
    file === 'shell.html'
      ? { tenant: null, page: null }
      : [...listPages(tenants), ...listStaffShells(tenants), ...listWallShells(tenants)].find(
          (one) => one.file === file,
        );
  if (!address) return null;
  const html = await readFile(join(server.config.root, template), 'utf8');
  return server.transformIndexHtml(path, renderShell(html, address));
}

function page(body: string, status = 200): Answer {
  return { status, type: 'text/html; charset=utf-8', body };
}
