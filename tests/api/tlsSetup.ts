/** A certificate of our own for localhost, made for the test. */
import { generate } from 'selfsigned';
import type { TlsSettings } from '../../server/config/settings.ts';

export async function makeCertificate(commonName = 'localhost'): Promise<TlsSettings> {
  const made = await generate([{ name: 'commonName', value: commonName }], {
    keyType: 'ec',
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { cert: made.cert, key: made.private };
}
