// `npm run sbom`: the software bill of materials (CycloneDX) of what is shipped and of all it is built with, from the lockfile alone.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = 'tests/.results';
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** Writes one bill and tells how many components it has. */
function write(file, ...options) {
  const { stdout, stderr, status } = spawnSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only', ...options],
    { encoding: 'utf8', maxBuffer: 1e9 },
  );
  if (status !== 0) throw new Error(stderr);
  const bill = JSON.parse(stdout);
  if (bill.bomFormat !== 'CycloneDX' || bill.components.length === 0) throw new Error('npm wrote no bill');
  writeFileSync(`${folder}/${file}`, stdout);
  console.log(`${folder}/${file}: ${bill.components.length} components, CycloneDX ${bill.specVersion}`);
  return new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
}

mkdirSync(folder, { recursive: true });
const all = write('sbom.cdx.json');
write('sbom.shipped.cdx.json', '--omit', 'dev');
const missing = Object.entries(packages)
  .filter(([path, { version, optional, devOptional }]) => path !== '' && version && !optional && !devOptional)
  .map(([path, { name, version }]) => `${name ?? path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`)
  .filter((one) => !all.has(one));
if (missing.length > 0) {
  console.error(`Not in the bill: ${missing.join(', ')}`);
  process.exit(1);
}
