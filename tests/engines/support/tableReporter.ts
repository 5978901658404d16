import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';

const NAME = 'engine';
/** Japanese or not, titles here are of narrow characters. */
const pad = (text: string, width: number) => text.padEnd(width);

/** At the end a table: a row a journey, a column an engine, with the seconds it took. */
export default class TableReporter implements Reporter {
  private engines: string[] = [];
  private titles: string[] = [];
  private readonly versions = new Map<string, string>();
  private readonly cells = new Map<string, string>();

  onBegin(config: FullConfig, suite: Suite): void {
    this.engines = config.projects.map(({ name }) => name);
    this.titles = [...new Set(suite.allTests().map(({ title }) => title))];
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const engine = test.parent.project()?.name ?? '';
    const version = result.annotations.find(({ type }) => type === NAME)?.description;
    if (version) this.versions.set(engine, version);
    const seconds = `${(result.duration / 1000).toFixed(1)} s`;
    const isFine = result.status === 'passed';
    const mark = isFine
      ? result.retry > 0
        ? `ok, second try ${seconds}`
        : `ok ${seconds}`
      : `FAILED (${result.status})`;
    this.cells.set(`${engine} ${test.title}`, mark);
  }

  onEnd(result: FullResult): void {
    const columns = this.engines.map((engine) => this.versions.get(engine) ?? engine);
    const rows = this.titles.map((title) => [
      title,
      ...this.engines.map((engine) => this.cells.get(`${engine} ${title}`) ?? '–'),
    ]);
    const table = [['journey', ...columns], ...rows];
    const widths = table[0]?.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0))) ?? [];
    console.log('');
    for (const row of table) console.log(row.map((cell, at) => pad(cell, widths[at] ?? 0)).join('  '));
    console.log(
      `\n${result.status === 'passed' ? 'All green' : `Not green: ${result.status}`} in ${Math.round(result.duration / 1000)} s`,
    );
  }
}
