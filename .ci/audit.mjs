// `npm run audit:packages`: known vulnerabilities of what is shipped. Fails on a high or critical one. A registry that answers no
// audits proves nothing: that is said, and is no failure.
import { spawnSync } from 'node:child_process';

const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], { encoding: 'utf8', maxBuffer: 1e9 });
let report = null;
try {
  report = JSON.parse(stdout);
} catch {
  // No answer at all is told below.
}
if (!report?.metadata?.vulnerabilities) {
  console.log(`NOT CHECKED: the registry answers no audits (${report?.statusCode ?? 'no connection'}).`);
  process.exit(0);
}
const { critical, high, moderate, low } = report.metadata.vulnerabilities;
console.log(`critical ${critical}, high ${high}, moderate ${moderate}, low ${low}`);
for (const { name, severity, range } of Object.values(report.vulnerabilities))
  console.log(`  ${severity}: ${name} ${range}`);
process.exit(critical + high > 0 ? 1 : 0);
