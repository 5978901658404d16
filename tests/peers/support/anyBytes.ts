/**
 * Preloaded into the server of s3Suite.spec.ts. The suite stores texts and our store takes JPEGs only, so this server takes all bytes
 * for a JPEG. Nothing else of it is changed.
 */
import { registerHooks } from 'node:module';

const source = 'export const JPEG_START = Buffer.alloc(0);\nexport const isJpegStart = () => true;\n';
registerHooks({
  load: (url, context, next) =>
    url.endsWith('/server/objects/jpegStart.ts')
      ? { format: 'module', source, shortCircuit: true }
      : next(url, context),
});
