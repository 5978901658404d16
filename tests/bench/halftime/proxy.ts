/**
 * A balancer in front of the server copies: connections to each in turn, bytes as they are. It adds no header: who asks writes
 * X-Forwarded-For, as a balancer of the network would. Arguments: ports of the copies. Says its own.
 */
import { type AddressInfo, connect, createServer } from 'node:net';

const ports = process.argv.slice(2).map(Number);
let turn = 0;

const balancer = createServer({ noDelay: true }, (fan) => {
  const copy = connect({ port: ports[turn++ % ports.length] ?? 0, host: '127.0.0.1', noDelay: true });
  const end = () => {
    fan.destroy();
    copy.destroy();
  };
  for (const side of [fan, copy]) side.on('error', end).on('close', end);
  fan.pipe(copy);
  copy.pipe(fan);
});
balancer.listen(0, '127.0.0.1', () => console.log((balancer.address() as AddressInfo).port));
process.on('SIGTERM', () => process.exit(0));
