/** Three PostgreSQL servers that Patroni leads, with an etcd beside each: one writes, one of the others has all it acknowledged. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackDebian } from '../../../.ci/unpack-debian.mjs';
import { unprivileged } from '../../api/storePostgres.ts';
import { waitUntil } from './load.ts';
import { type Machine, openNetwork } from './network.ts';

const PACKAGES = ['patroni', 'etcd-server', 'python3-etcd'];
const NAMES = ['rehearsal-a', 'rehearsal-b', 'rehearsal-c'];
/** So long the leader's key outlives a leader that is gone: at least LOOP_S and twice RETRY_S. */
const TTL_S = 15;
/** How often each Patroni looks, and how long it tries to reach etcd, in seconds. */
const LOOP_S = 3;
const RETRY_S = 5;
const START_MS = 240_000;
const ASK_MS = 3_000;

/** As `GET /cluster` of Patroni says it. */
interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

async function askJson<T>(url: string, body?: object): Promise<T | null> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(body === undefined ? ASK_MS : START_MS) });
    return (await answer.json()) as T;
  } catch {
    return null;
  }
}

const patroniOf = ({ address }: Machine) => `http://${address}:8008`;
const etcdOf = ({ address }: Machine) => `http://${address}:2379`;

/** @param bin folder of the programs of PostgreSQL */
export async function startCluster(bin: string) {
  const unpacked = unpackDebian('patroni', PACKAGES);
  if (unpacked === null) throw new Error(`There are no packages ${PACKAGES.join(', ')}.`);
  const account = unprivileged();
  if (account === null) throw new Error('Network namespaces are root’s to make.');
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  chownSync(folder, account.uid, account.gid);
  const { machines, close } = openNetwork(NAMES);
  const asAccount = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  const placeOf = ({ name }: Machine, what: string) => join(folder, name, what);

  let isOver = false;
  const etcds = new Map<string, ReturnType<Machine['spawn']>>();
  function keepLog(machine: Machine, what: string, child: ReturnType<Machine['spawn']>): void {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => isOver || appendFileSync(placeOf(machine, `${what}.log`), chunk));
  }
  function startEtcd(machine: Machine): void {
    const peer = `http://${machine.address}:2380`;
    const given = {
      name: machine.name,
      'enable-v2': 'true',
      'data-dir': placeOf(machine, 'etcd'),
      'listen-client-urls': etcdOf(machine),
      'advertise-client-urls': etcdOf(machine),
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': machines.map(({ name, address }) => `${name}=http://${address}:2380`).join(','),
    };
    const words = Object.entries(given).map(([name, value]) => `--${name}=${value}`);
    const child = machine.spawn(join(unpacked?.folder ?? '', 'usr/bin/etcd'), words, {});
    keepLog(machine, 'etcd', child);
    etcds.set(machine.name, child);
  }
  function startPatroni(machine: Machine): void {
    const program = ['/usr/bin/python3', '-m', 'patroni', placeOf(machine, 'patroni.json')];
    keepLog(machine, 'patroni', machine.spawn('setpriv', [...asAccount, ...program], unpacked?.env ?? {}));
  }
  for (const machine of machines) {
    mkdirSync(placeOf(machine, ''));
    chownSync(placeOf(machine, ''), account.uid, account.gid);
    // JSON is YAML.
    writeFileSync(placeOf(machine, 'patroni.json'), JSON.stringify(settingsOf(machine)));
    startEtcd(machine);
  }
  function settingsOf(machine: Machine) {
    const login = { username: 'postgres', password: 'rehearsal' };
    return {
      scope: 'photos',
      name: machine.name,
      restapi: { listen: `${machine.address}:8008`, connect_address: `${machine.address}:8008` },
      // Not `etcd3`: by it Patroni 3.0.2 takes the lead blindly when a leader that was cut off returns, and drops the others' writes.
      etcd: { hosts: machines.map(({ address }) => `${address}:2379`) },
      bootstrap: {
        dcs: {
          ttl: TTL_S,
          loop_wait: LOOP_S,
          retry_timeout: RETRY_S,
          // Nothing is acknowledged that only one server has, not even when two are gone.
          synchronous_mode: true,
          synchronous_mode_strict: true,
          // A leader that is cut off must not hang in its own shutdown: it waits there for standbys that hear nothing.
          primary_stop_timeout: 5,
          // Without etcd the leader goes on as long as it hears from both others.
          failsafe_mode: true,
          postgresql: {
            use_pg_rewind: true,
            parameters: {
              max_connections: 200,
              wal_keep_size: '512MB',
              wal_retrieve_retry_interval: '1s',
              wal_sender_timeout: '5s',
            },
          },
        },
        initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C' }],
      },
      postgresql: {
        listen: `${machine.address}:5432`,
        connect_address: `${machine.address}:5432`,
        bin_dir: bin,
        data_dir: placeOf(machine, 'data'),
        pgpass: placeOf(machine, 'pgpass'),
        parameters: { unix_socket_directories: placeOf(machine, '') },
        pg_hba: ['local all all trust', 'host all all 10.77.0.0/24 trust', 'host replication all 10.77.0.0/24 trust'],
        authentication: { superuser: login, replication: login, rewind: login },
      },
    };
  }

  async function members(): Promise<readonly Member[]> {
    for (const machine of machines) {
      const answer = await askJson<{ members: readonly Member[] }>(`${patroniOf(machine)}/cluster`);
      if (answer) return answer.members;
    }
    return [];
  }
  const isHealthy = (all: readonly Member[]) =>
    all.length === machines.length &&
    all.every(({ role, state }) =>
      role === 'leader' ? state === 'running' : ['running', 'streaming'].includes(state),
    ) &&
    all.some(({ role }) => role === 'leader') &&
    // One that goes on from what the others have not got is no standby yet.
    new Set(all.map(({ timeline }) => timeline)).size === 1 &&
    all.some(({ role }) => role === 'sync_standby');
  const machineOf = (name: string | undefined): Machine => {
    const machine = machines.find((one) => one.name === name);
    if (!machine) throw new Error(`There is no machine ${name}.`);
    return machine;
  };
  /** All three work, one of them as the synchronous standby. */
  const untilHealthy = () => waitUntil('the cluster is healthy', START_MS, async () => isHealthy(await members()));

  const end = () => {
    close();
    // What the programs said last comes late.
    isOver = true;
    if (process.env.KEEP === '1') console.log(`  logs: ${folder}/*/*.log`);
    else rmSync(folder, { recursive: true, force: true });
  };

  const tellLogs = () =>
    console.error(execFileSync('sh', ['-c', `tail -n 40 ${folder}/*/patroni.log`], { encoding: 'utf8' }));

  try {
    await waitUntil(
      'etcd answers',
      START_MS,
      async () => (await askJson(`${etcdOf(machines[0] as Machine)}/health`)) !== null,
    );
    for (const machine of machines) startPatroni(machine);
    await untilHealthy();
  } catch (error) {
    end();
    throw error;
  }

  return {
    machines,
    /** Where the logs are. */
    folder,
    /** Of all three servers, as the copies get it. */
    urlOf: (database: string) =>
      `postgres://postgres@${machines.map(({ address }) => `${address}:5432`).join(',')}/${database}`,
    untilHealthy,
    tellLogs,
    members,
    /** The machine whose server writes, as etcd's majority knows it. */
    async leader(): Promise<Machine> {
      return machineOf((await members()).find(({ role }) => role === 'leader')?.name);
    },
    /** The leader as one machine of the others says, once it is another one than `old`. */
    async leaderAfter(old: Machine): Promise<Machine | null> {
      for (const machine of machines.filter((one) => one !== old)) {
        const answer = await askJson<{ members: readonly Member[] }>(`${patroniOf(machine)}/cluster`);
        const name = answer?.members.find(({ role, state }) => role === 'leader' && state === 'running')?.name;
        if (name !== undefined && name !== old.name) return machineOf(name);
      }
      return null;
    },
    async etcdLeader(): Promise<Machine> {
      for (const machine of machines) {
        const status = await askJson<{ leader: string; header: { member_id: string } }>(
          `${etcdOf(machine)}/v3/maintenance/status`,
          {},
        );
        if (status && status.leader === status.header.member_id) return machine;
      }
      throw new Error('etcd has no leader.');
    },
    killEtcd: ({ name }: Machine) => etcds.get(name)?.kill('SIGKILL'),
    startEtcd,
    /** A machine whose power was cut comes back. */
    boot(machine: Machine): void {
      machine.restorePower();
      startEtcd(machine);
      startPatroni(machine);
    },
    /** Resolves when another server writes. */
    async switchOver(): Promise<void> {
      const leader = await this.leader();
      const candidate = (await members()).find(({ role }) => role === 'sync_standby')?.name;
      await askJson(`${patroniOf(leader)}/switchover`, { leader: leader.name, candidate });
    },
    close: end,
  };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;
