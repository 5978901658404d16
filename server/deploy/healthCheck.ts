/**
 * The container's health check: asks the server of this container for `/healthz` by the settings it was started with, and ends
 * with 0 or 1. The certificate is not judged: it is for the name visitors know, and nothing is told to whoever answers.
 */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

const { PORT, HOST, TLS_CERT } = process.env;
const host = HOST?.trim() || '127.0.0.1';
/** Bound to all addresses: any will do. */
const isEverywhere = ['0.0.0.0', '::'].includes(host);
/** An engine that waits for us longer takes the server for a broken one by itself. */
const LIMIT_MS = 10_000;

const options = {
  host: isEverywhere ? '127.0.0.1' : host,
  port: Number(PORT?.trim() || 3000),
  path: '/healthz',
  signal: AbortSignal.timeout(LIMIT_MS),
};
const request = TLS_CERT?.trim() ? requestHttps({ ...options, rejectUnauthorized: false }) : requestHttp(options);
request.once('response', ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
request.once('error', () => process.exit(1));
request.end();
