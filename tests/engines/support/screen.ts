/** What a fan sees and does, in the same words on every engine. Every step waits until it can be taken. */
import { expect } from '@playwright/test';
import type { Driver } from './driver.ts';
import { allOf, firstOf, installation, isInstalled, obstacle, type Step } from './inPage.ts';

/** Enough for an engine on a machine that has other things to do. */
const PATIENCE_MS = 45_000;
const intervals = [100, 200, 400, 800];

export class Screen {
  readonly driver: Driver;
  private readonly steps: readonly Step[];

  constructor(driver: Driver, steps: readonly Step[] = []) {
    this.driver = driver;
    this.steps = steps;
  }

  /** What has this role, and this name as screen readers say it. */
  the(role: string, name?: string | RegExp): Screen {
    const named = name === undefined ? {} : typeof name === 'string' ? { name } : { pattern: name.source };
    return new Screen(this.driver, [...this.steps, { role, ...named }]);
  }

  /** For what has no role. */
  part(css: string): Screen {
    return new Screen(this.driver, [...this.steps, { css }]);
  }

  goto(url: string): Promise<void> {
    return this.driver.goto(url);
  }

  /** Value of an expression in the page; `undefined` while the page changes. */
  private async ask<T>(expression: string): Promise<T | undefined> {
    try {
      if (!(await this.driver.evaluate<boolean>(isInstalled))) await this.driver.evaluate(installation());
      return await this.driver.evaluate<T>(expression);
    } catch {
      return undefined;
    }
  }

  count(): Promise<number | undefined> {
    return this.ask(`${allOf(this.steps)}.length`);
  }

  text(): Promise<string | null | undefined> {
    return this.ask(`${firstOf(this.steps)}?.textContent ?? null`);
  }

  attribute(name: string): Promise<string | null | undefined> {
    return this.ask(`${firstOf(this.steps)}?.getAttribute(${JSON.stringify(name)}) ?? null`);
  }

  /** Waits until there is one at least. */
  async see(): Promise<void> {
    await this.until(
      () => this.count(),
      (count) => (count ?? 0) > 0,
      'to be seen',
    );
  }

  async gone(): Promise<void> {
    await this.until(
      () => this.count(),
      (count) => count === 0,
      'to be gone',
    );
  }

  async touch(): Promise<void> {
    await this.act(() => this.driver.click(firstOf(this.steps)), 'to be pressed');
  }

  async fill(text: string): Promise<void> {
    await this.act(() => this.driver.fill(firstOf(this.steps), text), 'to be filled');
  }

  /** Of a file input; these are out of sight on purpose. */
  async choose(paths: readonly string[]): Promise<void> {
    await this.see();
    await this.driver.chooseFiles(firstOf(this.steps), paths);
  }

  /** Chooses an option of a list field by its place, as an own press does. */
  async select(index: number): Promise<void> {
    await this.see();
    await this.ask(
      `(() => { const field = ${firstOf(this.steps)}; field.selectedIndex = ${index};
        field.dispatchEvent(new Event('change', { bubbles: true })); })()`,
    );
  }

  private async act(action: () => Promise<void>, what: string): Promise<void> {
    let reason: unknown = 'the page does not answer';
    const attempt = async () => {
      const found = await this.ask<string | null>(obstacle(this.steps));
      if (found !== undefined) reason = found;
      if (found !== null) return false;
      try {
        await action();
        return true;
      } catch (error) {
        reason = error;
        return false;
      }
    };
    await this.until(attempt, Boolean, what).catch((cause) => {
      throw new Error(`${JSON.stringify(this.steps)} ${what}: ${reason}`, { cause });
    });
  }

  private async until<T>(read: () => Promise<T>, isRight: (value: T) => boolean, what: string): Promise<void> {
    const message = `${JSON.stringify(this.steps)} ${what}`;
    await expect.poll(async () => isRight(await read()), { message, timeout: PATIENCE_MS, intervals }).toBe(true);
  }
}
