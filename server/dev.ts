/** `npm run dev`: the same server, with the client from Vite: hot reload, no build. */
import type { RequestListener } from 'node:http';
import { createServer as createVite } from 'vite';
import { ensureDemoPictures } from './demo/demoPictures.ts';
import { optionsOrExit, runServer } from './main.ts';

const OURS = /^\/(?:f|idp|identity|s3|dev\/mailbox|config\.json|status\.json|healthz|metrics)(?:[/?]|$)/;

/** Our own paths to our listener, everything else to Vite. Vite brings its own inline scripts, so pages have no policy here. */
async function withVite(ours: RequestListener): Promise<RequestListener> {
  const vite = await createVite({ server: { middlewareMode: true } });
  return (request, response) => {
    if (OURS.test(request.url ?? '/')) ours(request, response);
    else vite.middlewares(request, response);
  };
}

const options = optionsOrExit();
if (options.demoPictures !== null) await ensureDemoPictures(options.demoPictures);
await runServer({ ...options, dist: null, wrap: withVite });
