import type { ClientConfig } from '../../src/contract/config.ts';

/** What servers of tests and benches that have no real services tell their clients. */
export const TEST_CLIENT_CONFIG: ClientConfig = {
  api: '/f',
  apiKey: 'fan-web',
  identity: {
    region: 'r',
    userPoolId: 'r_p',
    clientId: 'c',
    identityPoolId: 'r:i',
    userPoolEndpoint: '/idp',
    identityPoolEndpoint: '/identity',
  },
  objects: { endpoint: '/s3', region: 'r', bucket: 'photos', publicBase: '/s3/photos' },
};
