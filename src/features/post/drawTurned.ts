import { type PictureEdit, turnedSize } from '../../rules/pictureEdit.ts';

/** Draws the picture in its quarter turns; the canvas takes its size. */
export function drawTurned(canvas: HTMLCanvasElement, picture: ImageBitmap, turns: PictureEdit['turns']): void {
  const { width, height } = turnedSize(picture, turns);
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.translate(width / 2, height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(picture, -picture.width / 2, -picture.height / 2);
}
