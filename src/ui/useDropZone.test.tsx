// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderWith } from '../../tests/support/render.tsx';
import { useDropZone } from './useDropZone.ts';

const dropped = vi.fn();
beforeEach(() => dropped.mockReset());

function Zone() {
  const { isDragging, handlers } = useDropZone(dropped);
  return (
    <div data-testid="zone" data-dragging={isDragging} {...handlers}>
      <p>写真</p>
      <textarea />
    </div>
  );
}
const transfer = (...types: string[]) => ({ dataTransfer: { types, files: [], dropEffect: 'none' } });
/** Whether the zone took the drop, and whether it was highlighted on the way. */
function drag(target: Element, ...types: string[]) {
  fireEvent.dragEnter(target, transfer(...types));
  const isLit = screen.getByTestId('zone').dataset.dragging === 'true';
  const isOver = !fireEvent.dragOver(target, transfer(...types));
  const isKept = !fireEvent.drop(target, transfer(...types));
  const count = dropped.mock.calls.length;
  dropped.mockReset();
  return { isLit, isOver, isKept, count };
}

test.each([
  ['an address', ['text/uri-list', 'text/plain'], false],
  ['a text', ['text/plain'], false],
  ['a picture of another page', ['text/html', 'text/uri-list'], false],
  ['a file', ['Files'], true],
])('PST-06c PST-06f %s that is dropped on the zone is told of', async (_, types, isLit) => {
  await renderWith(<Zone />);
  expect(drag(screen.getByText('写真'), ...types)).toEqual({ isLit, isOver: true, isKept: true, count: 1 });
});

test('PST-06f into a text field a text goes as ever; what is moved within the page is no drop', async () => {
  await renderWith(<Zone />);
  const left = { isLit: false, isOver: false, isKept: false, count: 0 };
  expect(drag(screen.getByRole('textbox'), 'text/plain')).toEqual(left);
  fireEvent.dragStart(document.body);
  expect(drag(screen.getByText('写真'), 'text/plain')).toEqual(left);
  fireEvent.dragEnd(document.body);
  expect(drag(screen.getByText('写真'), 'text/plain').count).toBe(1);
  expect(drag(screen.getByText('写真')).count).toBe(0);
});

test('PST-06c the highlight goes when what is dragged leaves the zone, also after a drop in a part of it', async () => {
  await renderWith(<Zone />);
  const zone = screen.getByTestId('zone');
  for (let round = 1; round <= 2; round++) {
    fireEvent.dragEnter(zone, transfer('Files'));
    fireEvent.dragEnter(screen.getByText('写真'), transfer('Files'));
    fireEvent.dragLeave(zone, transfer('Files'));
    expect([round, zone.dataset.dragging]).toEqual([round, 'true']);
    fireEvent.dragLeave(screen.getByText('写真'), transfer('Files'));
    expect([round, zone.dataset.dragging]).toEqual([round, 'false']);
    expect(drag(screen.getByText('写真'), 'Files').isLit).toBe(true);
    expect([round, zone.dataset.dragging]).toEqual([round, 'false']);
  }
});
