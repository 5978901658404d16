/** `createRegistrationServer` over HTTP, in a process that can be killed. */
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { openDatabase } from '../../server/database/database.ts';
import { createRegistrationServer } from './registrationParts.ts';

const [dataDir = ''] = process.argv.slice(2);
const { db } = await openDatabase({ dataDir });
const server = createRegistrationServer(db);
const http = createHttpServer(getRequestListener((request) => server.fetch(request)));
http.listen(0, '127.0.0.1', () => console.log((http.address() as AddressInfo).port));
