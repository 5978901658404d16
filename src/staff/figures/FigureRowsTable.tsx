import { figureNames, figuresPage as texts } from '../../messages/jaStaffFigures.ts';
import styles from './Figures.module.css';
import { type FigureName, figureOf } from './figureSeries.ts';
import { figureText } from './figureText.ts';

interface FigureRowsTableProps {
  readonly label: string;
  /** Head of the first column. */
  readonly head: string;
  readonly names: readonly FigureName[];
  readonly rows: readonly {
    readonly key: string;
    readonly name: string;
    readonly figures: Parameters<typeof figureOf>[0];
  }[];
}

/** A table of figures, a row for each day or event. It scrolls sideways within itself; keys scroll it, too. */
export function FigureRowsTable({ label, head, names, rows }: FigureRowsTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keys
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {figureNames[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, figures }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {names.map((column) => {
                const value = figureOf(figures, column);
                return <td key={column}>{value === null ? texts.none : figureText(column, value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
