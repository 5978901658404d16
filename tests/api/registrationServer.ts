/** The API over HTTP on a real database, in a process that can be killed. Every object is stored, every token `of.{sub}` good. */
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createServer } from '../../server/app.ts';
import { openDatabase } from '../../server/store/database.ts';

const [dataDir = ''] = process.argv.slice(2);
const { db } = await openDatabase({ dataDir });
const server = createServer({
  db,
  config: {
    api: '/f',
    apiKey: 'fan-web',
    identity: {
      ...{ region: 'r', userPoolId: 'r_p', clientId: 'c', identityPoolId: 'r:i' },
      ...{ userPoolEndpoint: '/idp', identityPoolEndpoint: '/identity' },
    },
    objects: { endpoint: '/s3', region: 'r', bucket: 'photos', publicBase: '/s3/photos' },
  },
  objects: { stat: async () => ({ size: 1000, owner: 'aki' }), remove: async () => {} },
  attributesOf: async (sub) => ({ name: sub, nickname: sub, avatar: null }),
  pushKey: 'push-key',
  isTenant: () => true,
  now: () => new Date(),
  verifyToken: async (token) => ({ sub: token.slice(3) }),
  dist: null,
  mounts: {},
  onError: console.error,
});
const http = createHttpServer(getRequestListener((request) => server.fetch(request)));
http.listen(0, '127.0.0.1', () => console.log((http.address() as AddressInfo).port));
