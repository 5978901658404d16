export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables as they were set, and what is wrong with them. An empty variable is one that is not set. */
export class Variables {
  readonly problems: string[] = [];
  readonly #env: Environment;
  constructor(env: Environment) {
    this.#env = env;
  }
  isSet(...names: string[]): boolean {
    return names.some((name) => this.optional(name) !== null);
  }
  optional(name: string): string | null {
    return this.#env[name]?.trim() || null;
  }
  required(name: string, why: string): string {
    const value = this.optional(name);
    if (value === null) this.problems.push(`${name} is missing: ${why}.`);
    return value ?? '';
  }
  matching(name: string, pattern: RegExp, shape: string, fallback: string | null): string | null {
    const value = this.optional(name);
    if (value === null) return fallback;
    if (!pattern.test(value)) this.problems.push(`${name} must be ${shape}.`);
    return value;
  }
  /** A whole number within bounds. */
  number(name: string, least: number, most: number): number | null {
    const text = this.matching(name, /^\d{1,9}$/, `a number from ${least} to ${most}`, null);
    if (text === null || !/^\d{1,9}$/.test(text)) return null;
    const value = Number(text);
    if (value < least || value > most) this.problems.push(`${name} must be a number from ${least} to ${most}.`);
    return value;
  }
  /** An absolute address of one of the schemes, without a trailing slash. */
  address(name: string, schemes: readonly string[]): string | null {
    const value = this.optional(name);
    if (value === null) return null;
    const parsed = URL.canParse(value) ? new URL(value) : null;
    if (!parsed || !schemes.includes(parsed.protocol.slice(0, -1)) || parsed.hostname === '') {
      this.problems.push(`${name} must be an address that begins with ${schemes.map((s) => `${s}://`).join(' or ')}.`);
    }
    return value.replace(/\/+$/, '');
  }
}
