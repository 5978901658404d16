/** The inventory of cryptography (ASVS 11.1.2): every algorithm the sources name, and the files it may stand in. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const files = ['src', 'sw', 'server', 'tenants'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|tsx)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
);
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

/** What names an algorithm where cryptography is called; the first group is the name. */
const CALLS = [
  /\bcreate(?:Hash|Hmac|Cipheriv|Decipheriv|Sign|Verify|DiffieHellmanGroup|ECDH)\(\s*([^,)]+)/g,
  /\bhkdf(?:Sync)?\(\s*([^,)]+)/g,
  /\b(?:pbkdf2|scrypt|argon2|hash)(?:Sync)?\(\s*('[^']+')/g,
  /\bsubtle\.\w+\(\s*([^,)]+)/g,
  /\b(?:algorithms?|alg|ALGORITHM)\s*[:=]\s*\[?('[^']+')/g,
];
const INVENTORY: Readonly<Record<string, RegExp>> = {
  // Refresh tokens, keys of objects and caches, signatures of S3, SRP, tags of pages, policies.
  "createHash('sha256')": /^server\//,
  // S3's ETag (MD5), and checksums its clients send (MD5, SHA-1, SHA-256): they tell a broken line, not who sent what.
  'createHash(algorithm)': /^server\/objects\/checksums\.ts$/,
  "'md5'": /^server\/objects\/checksums\.ts$/,
  // Codes, storage credentials, S3 signatures, SRP, manifests of backups.
  "createHmac('sha256')": /^server\/(?:identity\/|objects\/|admin\/backup\/backupKey\.ts$)/,
  "hkdfSync('sha256')": /^server\/(?:identity\/|admin\/backup\/backupKey\.ts$)/,
  // Handshakes between the two steps of a sign-in.
  "createCipheriv('aes-256-gcm')": /^server\/identity\/secretBlock\.ts$/,
  "createDecipheriv('aes-256-gcm')": /^server\/identity\/secretBlock\.ts$/,
  // Objects of backups, as age has them.
  "createDecipheriv('chacha20-poly1305')": /^server\/admin\/backup\/backupKey\.ts$/,
  "createDiffieHellmanGroup('modp15')": /^server\/identity\/srp\.ts$/,
  "'RS256'": /^server\/identity\//,
  // Names of caches and marks on the device.
  "subtle.digest('SHA-256')": /^src\//,
};

test('every algorithm in the sources is one of the inventory, in the places it has there', () => {
  const found = new Set<string>();
  const strange: string[] = [];
  for (const file of files)
    for (const pattern of CALLS)
      for (const [call, algorithm = ''] of textOf(file).matchAll(pattern)) {
        const name = call.includes('(') ? `${call.slice(0, call.indexOf('('))}(${algorithm.trim()})` : algorithm;
        if (INVENTORY[name]?.test(file)) found.add(name);
        else strange.push(`${file}: ${name}`);
      }
  expect(strange).toEqual([]);
  expect([...found].toSorted()).toEqual(Object.keys(INVENTORY).toSorted());
});

/** Where a number may be guessed: the order of related photos, and how long queue, database, clean-up and walls wait before they ask. */
const GUESSABLE = [
  'server/database/retryTransaction.ts',
  'server/database/serverDialect.ts',
  'server/http/api.ts',
  'server/objects/removeOrphanedObjects.ts',
  'src/features/photo/relatedPhotos.ts',
  'src/platform/measurements/drawLot.ts',
  'src/platform/upload/pageOutbox.ts',
  'src/queries/queryClient.ts',
  'src/wall/startWall.tsx',
  'sw/drainOutbox.ts',
];

test('numbers nobody must guess come from the system’s generator', () => {
  expect(files.filter((file) => /\bMath\.random\b/.test(textOf(file))).toSorted()).toEqual(GUESSABLE);
});

test('no cryptography is called but node’s, the browser’s, jose’s, age’s and the protocols’ clients’', () => {
  const imports = files.flatMap((file) =>
    [...textOf(file).matchAll(/from '([^'.][^']*)'/g)].map(([, name = '']) => name),
  );
  const known = new Set(
    imports.filter((name) => /crypt|jose|sha\d|md5|hash|bcrypt|argon|jwt|forge|sign|srp|push/i.test(name)),
  );
  expect(
    [...known].filter(
      (name) =>
        !['node:crypto', 'jose', 'age-encryption', 'web-push', 'amazon-cognito-identity-js'].includes(name) &&
        !/^(?:@aws-sdk|@smithy)\//.test(name),
    ),
  ).toEqual([]);
});

test('no connection of the server takes a certificate unjudged, but the container’s check of itself', () => {
  const lax = files.filter((file) =>
    /rejectUnauthorized|checkServerIdentity|NODE_TLS_REJECT|requireTLS|ignoreTLS/.test(textOf(file)),
  );
  expect(lax).toEqual(['server/deploy/healthCheck.ts']);
});
