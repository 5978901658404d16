// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { flyIn, holdFlight } from './flyPicture.ts';

const mediaUrl = `ugc/club/e1/original/${'A'.repeat(20)}.jpg`;

function standing(element: HTMLElement, size: number): HTMLElement {
  element.getBoundingClientRect = () => new DOMRect(0, 0, size, size);
  document.body.append(element);
  return element;
}

/** A card on screen and the picture of the overlay it opened. Gives how often the picture flew. */
function openPhoto(): number {
  const card = standing(document.createElement('li'), 100);
  card.dataset.photo = mediaUrl;
  const picture = standing(document.createElement('img'), 300);
  const animate = vi.fn();
  picture.animate = animate;
  flyIn(() => picture, mediaUrl);
  card.remove();
  picture.remove();
  return animate.mock.calls.length;
}

afterEach(() => vi.unstubAllGlobals());

test('PHO-02a a photo grows out of its card', () => {
  expect(openPhoto()).toBe(1);
});

test('PHO-02a a photo that stands large already does not: its overlay begins there', () => {
  const release = holdFlight();
  // React takes it away and puts the overlay in its place in one step.
  release();
  expect(openPhoto()).toBe(0);
});

test('PHO-02a a photo closed before its overlay came keeps none of the next from growing out of its card', async () => {
  const release = holdFlight();
  release();
  await Promise.resolve();
  expect(openPhoto()).toBe(1);
});

test('PHO-02a with reduced motion nothing flies', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  expect(openPhoto()).toBe(0);
});
