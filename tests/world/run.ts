import { parseArgs } from 'node:util';
import { openSimulation } from './simulation.ts';
const { values } = parseArgs({ options: { seed: { type: 'string' }, days: { type: 'string', default: '1' }, verbose: { type: 'boolean', default: false } } });
process.on('unhandledRejection', (e) => { if (values.verbose) console.log('UNHANDLED', String(e)); });
let fails = 0;
const t0 = performance.now();
const sim = await openSimulation();
console.log('open', performance.now() - t0);
for (let s = Number(values.seed ?? 1), i = 0; i < Number(values.days); i++, s++) {
  const t = Date.now();
  try {
  const lived = await sim.live(s, values.verbose);
  console.log(s, lived, Date.now() - t);
  } catch (e) { console.log(String((e as Error).message).slice(0, 400)); fails++; if (values.verbose) break; }
}
sim.close();
process.exit(0);
