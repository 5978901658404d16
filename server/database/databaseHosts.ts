/**
 * Addresses of PostgreSQL with several hosts, as libpq writes them: `postgres://u:p@h1:5432,h2:5432/db?target_session_attrs=read-write`.
 * The driver knows one host only.
 */

/** What a host must be for us, in libpq's words. */
const SESSION_ATTRIBUTES = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;
export type SessionAttributes = (typeof SESSION_ATTRIBUTES)[number];

export interface DatabaseHost {
  /** `host:port`, as it stands in the address. */
  readonly name: string;
  /** An address of this host alone. */
  readonly url: string;
}
export interface DatabaseAddress {
  readonly hosts: readonly [DatabaseHost, ...DatabaseHost[]];
  readonly attributes: SessionAttributes;
}

/** What a host says of itself. */
export interface HostState {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
}

/** An address that cannot be used; the message says why, and follows the name of a setting. */
export class DatabaseAddressWrong extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'DatabaseAddressWrong';
  }
}

const PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?$/;
const HOST = /^(?:\[[0-9A-Fa-f:.]+\]|[^\s:[\]@,]+)(?::\d{1,5})?$/;
const ATTRIBUTES = 'target_session_attrs';
const WRITES: readonly SessionAttributes[] = ['any', 'read-write', 'primary'];

/**
 * Throws DatabaseAddressWrong.
 * @param use 'write': of several hosts, the one that writes is wanted unless the address says otherwise; 'read': any
 */
export function parseDatabaseAddress(address: string, use: 'write' | 'read' = 'write'): DatabaseAddress {
  const [, scheme, authority = '', path = '', query = ''] = PARTS.exec(address) ?? [];
  if (scheme === undefined)
    throw new DatabaseAddressWrong('must be an address that begins with postgres:// or postgresql://');
  const parameters = new URLSearchParams(query);
  const given = parameters.get(ATTRIBUTES);
  parameters.delete(ATTRIBUTES);
  const at = authority.lastIndexOf('@') + 1;
  const rest = path + (parameters.size > 0 ? `?${parameters}` : '');
  const hosts = authority
    .slice(at)
    .split(',')
    .map((name): DatabaseHost => ({ name, url: scheme + authority.slice(0, at) + name + rest }));
  const [first, ...others] = hosts;
  if (!first || !hosts.every(({ name, url }) => HOST.test(name) && URL.canParse(url)))
    throw new DatabaseAddressWrong('must name its host, or hosts with commas between them, each as host:port');
  return { hosts: [first, ...others], attributes: attributesOf(given, use, hosts.length > 1) };
}

function attributesOf(given: string | null, use: 'write' | 'read', isOneOfSeveral: boolean): SessionAttributes {
  if (given === null) return use === 'write' && isOneOfSeveral ? 'read-write' : 'any';
  const allowed = use === 'write' ? WRITES : SESSION_ATTRIBUTES;
  const known = allowed.find((one) => one === given);
  if (!known) throw new DatabaseAddressWrong(`must have a ${ATTRIBUTES} of ${allowed.join(', ')}`);
  return known;
}

/** Whether a host is what is asked for. `isLastChance`: no host is the preferred one. */
export function isWanted(
  wanted: SessionAttributes,
  { isStandby, isReadOnly }: HostState,
  isLastChance: boolean,
): boolean {
  switch (wanted) {
    case 'any':
      return true;
    case 'read-write':
      return !isReadOnly;
    case 'read-only':
      return isReadOnly;
    case 'primary':
      return !isStandby;
    case 'standby':
      return isStandby;
    case 'prefer-standby':
      return isStandby || isLastChance;
  }
}
