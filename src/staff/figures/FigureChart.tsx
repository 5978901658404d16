import { useEffect, useRef, useState } from 'react';
import { figuresPage as texts } from '../../messages/jaStaffFigures.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import type { ChartData } from './drawChart.ts';
import styles from './Figures.module.css';

interface FigureChartProps {
  readonly label: string;
  readonly data: ChartData;
}

/** A chart of figures. Screen readers are told its label; the caller has the same figures in a table (STF-17f). */
export function FigureChart({ label, data }: FigureChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [tries, setTries] = useState(0);
  const [failedTry, setFailedTry] = useState<number | null>(null);
  const isDark = useMediaQuery('(prefers-color-scheme: dark)');
  const hasFailed = failedTry === tries;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours of the page change with `isDark`
  useEffect(() => {
    let remove: (() => void) | null = null;
    let hasEnded = false;
    import('./drawChart.ts').then(
      ({ drawChart }) => {
        if (!hasEnded && canvas.current) remove = drawChart(canvas.current, data);
      },
      () => {
        if (!hasEnded) setFailedTry(tries);
      },
    );
    return () => {
      hasEnded = true;
      remove?.();
    };
  }, [data, isDark, tries]);
  if (hasFailed)
    return (
      <Banner tone="error" action={<Button onClick={() => setTries(tries + 1)}>{texts.drawAgain}</Button>}>
        {texts.chartFailed}
      </Banner>
    );
  return (
    <figure className={styles.chart}>
      {data.line !== null && (
        <figcaption className={styles.legend} aria-hidden="true">
          <span data-of="bars">{data.barsName}</span>
          <span data-of="line">{data.lineName}</span>
        </figcaption>
      )}
      <div
        className={styles.canvas}
        style={data.isLying ? { blockSize: `${3 + data.labels.length * 2.25}rem` } : undefined}
      >
        <canvas ref={canvas} role="img" aria-label={label} />
      </div>
    </figure>
  );
}
