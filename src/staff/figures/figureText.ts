import { figuresPage, waitText } from '../../messages/jaStaffFigures.ts';
import type { FigureName } from './figureSeries.ts';

/** Returns a figure in words, with its unit. */
export function figureText(name: FigureName, value: number): string {
  if (name === 'wait_s') return waitText(value);
  return name === 'permitted' ? figuresPage.share(value) : figuresPage.unit[name](value);
}
