import { expect, test } from 'vitest';
import { cropToFill, stripsFor, wholeWidth } from './wallCrop.ts';

const face = (Left: number, Top: number, Width = 0.1, Height = 0.1) => ({ Left, Top, Width, Height });
const screen = { width: 1920, height: 1080 };

test('WAL-03b a landscape photo fills the screen, its middle first', () => {
  expect(cropToFill({ width: 4000, height: 3000, faces: [] }, screen)).toEqual({ x: 50, y: 50 });
});

test('WAL-03b the cut moves to the faces, and is left out where it cannot hold them all', () => {
  const sized = { width: 4000, height: 3000 };
  expect(cropToFill({ ...sized, faces: [face(0.4, 0)] }, screen)).toEqual({ x: 50, y: 0 });
  expect(cropToFill({ ...sized, faces: [face(0.4, 0.9)] }, screen)?.y).toBeCloseTo(100);
  expect(cropToFill({ ...sized, faces: [face(0.4, 0), face(0.4, 0.9)] }, screen)).toBeNull();
});

test('WAL-03b an upright photo is shown whole on a wide screen', () => {
  expect(cropToFill({ width: 3000, height: 4000, faces: [] }, screen)).toBeNull();
  expect(cropToFill({ width: 3000, height: 4000, faces: [] }, { width: 1080, height: 1920 })).not.toBeNull();
});

test('WAL-03b no cut of random photos hides a part of a face, slanted sides included', () => {
  let cuts = 0;
  for (let i = 0; i < 2_000; i++) {
    const part = (n: number) => ((i * n) % 97) / 97;
    const photo = { width: 1000 + part(31) * 3000, height: 1000 + part(53) * 3000 };
    const faces = [
      face(part(7) * 0.9, part(11) * 0.9),
      face(part(13) * 0.8, part(17) * 0.8, part(19) * 0.2, part(23) * 0.2),
    ];
    const place = { width: 300 + part(41) * 3000, height: 300 + part(43) * 1000 };
    const slant = part(47) * 0.15;
    const crop = cropToFill({ ...photo, faces }, place, { slant, keepAtLeast: 0.1 });
    if (crop === null) continue;
    cuts += 1;
    const scale = Math.max(place.width / photo.width, place.height / photo.height);
    const kept = { x: place.width / (photo.width * scale), y: place.height / (photo.height * scale) };
    const start = { x: (crop.x / 100) * (1 - kept.x), y: (crop.y / 100) * (1 - kept.y) };
    for (const { Left, Top, Width, Height } of faces) {
      expect(Left).toBeGreaterThanOrEqual(start.x + kept.x * slant - 1e-6);
      expect(Left + Width).toBeLessThanOrEqual(start.x + kept.x * (1 - slant) + 1e-6);
      expect(Top).toBeGreaterThanOrEqual(start.y - 1e-6);
      expect(Top + Height).toBeLessThanOrEqual(start.y + kept.y + 1e-6);
    }
  }
  expect(cuts).toBeGreaterThan(200);
});

test('WAL-03c a mosaic has as many strips as its screen has room for', () => {
  const shapes = [[1920, 1080] as const, [1080, 1920] as const, [3840, 1080] as const, [3840, 480] as const];
  expect(shapes.map(([width, height]) => stripsFor({ width, height }))).toEqual([3, 3, 7, 8]);
});

test('WAL-03b a whole photo stands inside slanted sides with all its corners', () => {
  expect(wholeWidth({ width: 3, height: 2 }, { width: 900, height: 900 }, 0)).toBe(900);
  for (const [width, height] of [[3, 2] as const, [2, 3] as const, [1, 1] as const]) {
    const place = { width: 700, height: 900 };
    const slope = 0.2 * place.width;
    const own = wholeWidth({ width, height }, place, 0.2);
    const tall = Math.min(place.height, (own * height) / width);
    // The left side runs from `slope` at the top to 0 at the bottom.
    const leftAtTop = slope * (1 - (place.height - tall) / 2 / place.height);
    expect(own).toBeGreaterThan(0);
    expect((place.width - own) / 2).toBeGreaterThanOrEqual(leftAtTop - 1e-6);
  }
});
