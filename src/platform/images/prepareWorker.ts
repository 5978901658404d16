import { AppError } from '../../contract/errors.ts';
import { prepareJpeg } from './prepareJpeg.ts';
import type { PrepareAnswer, PrepareRequest } from './prepareProtocol.ts';

/** The part of a worker's global scope we use; the page's typings know the page's only. */
declare const self: {
  onmessage: ((event: MessageEvent<PrepareRequest>) => void) | null;
  postMessage(answer: PrepareAnswer, transfer: Transferable[]): void;
};

self.onmessage = ({ data }) => {
  prepareJpeg(data.bytes, data.edit, data.maxSide).then(
    (result) => {
      const { original, preview, thumbnail } = result;
      self.postMessage({ kind: 'prepared', result }, [original, ...(preview ? [preview] : []), thumbnail]);
    },
    (error: unknown) => self.postMessage(failure(error), []),
  );
};

self.postMessage({ kind: 'ready' }, []);

function failure(error: unknown): PrepareAnswer {
  if (error instanceof AppError) {
    return { kind: 'failed', code: error.code, retry: error.retry, detail: String(error.cause ?? '') };
  }
  return { kind: 'failed', code: 'UNEXPECTED', retry: 'later', detail: String(error) };
}
