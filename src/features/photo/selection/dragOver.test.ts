// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { listenToDrag } from './dragOver.ts';
import type { SelectionMoves } from './useSelection.ts';

/** Cards a, b, c side by side, 100 pixels wide each. */
function createGrid(held: string | null = null) {
  const grid = document.body.appendChild(document.createElement('ul'));
  for (const key of 'abc') grid.append(Object.assign(document.createElement('li'), { textContent: key }));
  const cells = [...grid.children] as HTMLElement[];
  for (const cell of cells) cell.dataset.photo = cell.textContent ?? '';
  document.elementFromPoint = (x: number) => cells[Math.floor(x / 100)] ?? null;
  const told: string[] = [];
  const moves = {
    beginRange: (key: string) => told.push(`begin ${key}`),
    extendTo: (key: string) => told.push(`to ${key}`),
  } as unknown as SelectionMoves;
  const end = listenToDrag(grid, moves, { held, onDragged: () => told.push('dragged') });
  const point = (type: string, pointerType: string, x: number, y = 0) =>
    (type === 'pointerdown' ? (cells[Math.floor(x / 100)] as HTMLElement) : document.body).dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        isPrimary: true,
        pointerId: 1,
        button: 0,
        pointerType,
        clientX: x,
        clientY: y,
      }),
    );
  return { told, end, point };
}
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test('KEP-02a a mouse that is dragged takes the photos it reaches; one that trembles does not', () => {
  const { told, point, end } = createGrid();
  point('pointerdown', 'mouse', 10);
  point('pointermove', 'mouse', 13, 3);
  expect(told).toEqual([]);
  point('pointermove', 'mouse', 150);
  point('pointermove', 'mouse', 250);
  point('pointerup', 'mouse', 250);
  point('pointermove', 'mouse', 20);
  expect(told).toEqual(['dragged', 'begin a', 'to b', 'to c']);
  end();
});

test('KEP-02a a finger that goes up or down scrolls: not even its first move selects', () => {
  const { told, point, end } = createGrid();
  point('pointerdown', 'touch', 10, 300);
  point('pointermove', 'touch', 14, 280);
  // Even where the browser lets go of it a little later than it should.
  point('pointermove', 'touch', 150, 250);
  point('pointercancel', 'touch', 150, 250);
  expect(told).toEqual([]);
  point('pointerdown', 'touch', 10, 300);
  point('pointermove', 'touch', 150, 305);
  expect(told).toEqual(['dragged', 'begin a', 'to b']);
  end();
});

test('KEP-02a the finger that began the selection by holding goes on; a new press is its own', () => {
  const { told, point, end } = createGrid('a');
  point('pointermove', 'touch', 50);
  point('pointermove', 'touch', 150);
  expect(told).toEqual(['dragged', 'to b']);
  point('pointerup', 'touch', 150);
  point('pointermove', 'touch', 250);
  expect(told).toEqual(['dragged', 'to b']);
  end();
});
