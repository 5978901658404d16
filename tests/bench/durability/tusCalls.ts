/** The tus protocol behind the faults, by tus's own server: what came of a broken request is kept, and the rest may follow. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import type { Ledger } from './ledger.ts';
import type { Answer } from './ourCalls.ts';
import { PHOTO_BYTES } from './plan.ts';
import { claimsOfBearer } from './tokens.ts';

const PATH = '/tus';

export const isTus = (path: string): boolean => path === PATH || path.startsWith(`${PATH}/`);

/** A request that brings the last bytes of a photo. */
export const isLastPart = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'PATCH' &&
  isTus(url) &&
  Number(headers['upload-offset']) + Number(headers['content-length']) === PHOTO_BYTES;

export interface TusCalls {
  answer(request: IncomingMessage, body: Buffer): Promise<Answer>;
  /** Of a request that broke: the bytes that came. */
  keep(request: IncomingMessage, body: Buffer): Promise<unknown>;
  close(): void;
}

/** @param photoOf which photo bytes are of */
export function createTusCalls(ledger: Ledger, photoOf: (body: Buffer) => string | null): TusCalls {
  const directory = mkdtempSync(join(tmpdir(), 'bench-tus-'));
  const tus = new Server({
    path: PATH,
    relativeLocation: true,
    datastore: new FileStore({ directory }),
    // A photo is registered as its last byte is there, as the library's documentation does it.
    async onUploadFinish(request, { storage }) {
      const bytes = readFileSync(storage?.path ?? '');
      const user = claimsOfBearer(request.headers.get('authorization'), ledger.revoked)?.sub ?? '';
      const photo = photoOf(bytes);
      if (photo === null) return { status_code: 400 };
      ledger.objects.set(photo, { size: bytes.length, photo });
      ledger.registered.push({ photo, user, at: Date.now() });
      return {};
    },
  });
  const ask = ({ method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer) => {
    const passed = Object.entries(headers).filter(([name]) => /^(?:tus-|upload-|content-|authorization$)/.test(name));
    const hasBody = method === 'POST' || method === 'PATCH';
    return tus.handleWeb(
      new Request(new URL(url, 'http://bench'), {
        method,
        headers: new Headers(passed.map(([name, value]): [string, string] => [name, String(value)])),
        ...(hasBody && body.length > 0 ? { body: new Uint8Array(body) } : {}),
      }),
    );
  };
  return {
    async answer(request, body) {
      if (claimsOfBearer(request.headers.authorization, ledger.revoked) === null)
        return { status: 401, headers: {}, body: '' };
      const answer = await ask(request, body);
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
    },
    keep: async (request, body) => (request.method === 'PATCH' && body.length > 0 ? ask(request, body) : undefined),
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
}
