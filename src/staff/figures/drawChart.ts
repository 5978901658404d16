/** Draws charts. A chunk of its own: the page of figures loads it when it shows a chart. */
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

/** What a chart shows. */
export interface ChartData {
  readonly labels: readonly string[];
  /** Bars; null: not known. */
  readonly bars: readonly (number | null)[];
  readonly barsName: string;
  /** A line for comparison; null: none. */
  readonly line: readonly (number | null)[] | null;
  readonly lineName: string;
  /** Whether the bars lie, one below the other, with their names beside them. */
  readonly isLying: boolean;
  readonly textOf: (value: number) => string;
}

/** Share of a chart's width in which names beside lying bars have room. */
const NAMES_SHARE = 0.42;

function cutTo(label: string, max: number): string {
  const letters = [...label];
  return letters.length <= max ? label : `${letters.slice(0, Math.max(1, max - 1)).join('')}…`;
}

/** Draws with the colours and the text size of the page. Returns a function that removes the chart. */
export function drawChart(canvas: HTMLCanvasElement, data: ChartData): () => void {
  const style = getComputedStyle(canvas);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const font = { family: style.fontFamily, size: 0.8125 * rem };
  const ticks = { color: color('--text-2'), font };
  const values = {
    beginAtZero: true,
    grid: { color: color('--line') },
    ticks: { ...ticks, precision: 0, maxTicksLimit: 6 },
  };
  const names = {
    grid: { display: false },
    ticks: { ...ticks, maxRotation: 0, autoSkip: !data.isLying, autoSkipPadding: rem },
  };
  // With large text a name would leave the canvas: the chart gives names less than half of its width.
  const letters = data.isLying ? Math.floor((NAMES_SHARE * canvas.clientWidth) / font.size) : Number.POSITIVE_INFINITY;
  const bars = { type: 'bar' as const, label: data.barsName, data: [...data.bars], backgroundColor: color('--accent') };
  const line = {
    type: 'line' as const,
    label: data.lineName,
    data: [...(data.line ?? [])],
    borderColor: color('--text'),
    borderDash: [4, 3],
    borderWidth: 2,
    pointRadius: 0,
    spanGaps: true,
  };
  const chart = new Chart<'bar' | 'line', (number | null)[]>(canvas, {
    type: 'bar',
    data: {
      labels: data.labels.map((label) => cutTo(label, letters)),
      datasets: data.line === null ? [bars] : [bars, line],
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      indexAxis: data.isLying ? 'y' : 'x',
      interaction: { mode: 'index', axis: data.isLying ? 'y' : 'x', intersect: false },
      scales: data.isLying ? { x: values, y: names } : { x: names, y: values },
      plugins: {
        tooltip: {
          titleFont: font,
          bodyFont: font,
          callbacks: {
            label: ({ dataset, raw }) => `${dataset.label ?? ''} ${typeof raw === 'number' ? data.textOf(raw) : ''}`,
          },
        },
      },
    },
  });
  return () => chart.destroy();
}
