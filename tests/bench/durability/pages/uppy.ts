/**
 * Uppy with Golden Retriever as documented, and with XHR upload or, as `uppyTus.html`, its tus plugin. `uppyKeyed.html`: each photo
 * has an idempotency key. Beyond that, in its favour: what was restored goes on without the
 * fan's 'Resume', and what failed is tried again every 5 seconds and when the browser says that it is online.
 */
import Uppy from '@uppy/core';
import GoldenRetriever from '@uppy/golden-retriever';
import Tus from '@uppy/tus';
import XHRUpload from '@uppy/xhr-upload';
import { isKeyed, offer, photoBytes } from './contender.ts';
import { forgetToken, loadToken, saveToken } from './keptToken.ts';

const RETRY_MS = 5_000;

let token = await loadToken();
interface Meta extends Record<string, unknown> {
  readonly key?: string;
}
const uppy = new Uppy<Meta, Record<string, never>>();
if (location.pathname.includes('Tus'))
  uppy.use(Tus, { endpoint: '/tus', headers: () => ({ authorization: `Bearer ${token}` }) });
else
  uppy.use(XHRUpload, {
    endpoint: '/upload',
    fieldName: 'photo',
    headers: ({ meta: { key } }) => ({
      authorization: `Bearer ${token}`,
      ...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
    }),
  });
uppy.use(GoldenRetriever);

uppy.on('restored', () => {
  if (uppy.getFiles().length > 0) uppy.emit('restore-confirmed');
});
const retry = () => {
  if (uppy.getFiles().some(({ error }) => error)) void uppy.retryAll().catch(() => undefined);
};
setInterval(retry, RETRY_MS);
addEventListener('online', retry);

offer({
  async ready() {},
  async signIn(given) {
    token = given;
    await saveToken(given);
  },
  async signOut() {
    token = '';
    await forgetToken();
  },
  async post(count) {
    for (let n = 0; n < count; n += 1)
      uppy.addFile({
        name: `${n}.jpg`,
        type: 'image/jpeg',
        data: new Blob([photoBytes(n)], { type: 'image/jpeg' }),
        meta: isKeyed ? { key: crypto.randomUUID() } : {},
      });
    void uppy.upload().catch(() => undefined);
  },
  pending: async () => uppy.getFiles().filter(({ progress, isGhost }) => !progress.uploadComplete && !isGhost).length,
});
