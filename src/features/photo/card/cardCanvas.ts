/** What every card that is drawn on the device has: its canvas, its letters, its ground. */
import type { Tenant } from '../../../../tenants/schema.ts';

const QUALITY = 0.9;
/** As --font of tokens.css: another one first would leave Japanese letters to a fallback without a bold face. */
const FONT = '"Noto Sans CJK JP", -apple-system, "Hiragino Sans", "Noto Sans JP", "Yu Gothic", system-ui, sans-serif';
/** How far slanted edges lean, in pixels over their height. */
const LEAN = 0.24;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels of a canvas. */
export interface CardBox extends Size {
  readonly x: number;
  readonly y: number;
}

/** CSS font of a card's letters; `size` in pixels. */
export const cardFont = (size: number, weight: 500 | 800 = 800): string => `${weight} ${size}px ${FONT}`;

/** An empty canvas to draw on. @throws where the browser has none */
export function newCard({ width, height }: Size): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No canvas.');
  return context;
}

/** The drawn card as a JPEG. @throws where the canvas cannot be read */
export async function jpegOf({ canvas }: CanvasRenderingContext2D): Promise<Blob> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
  if (blob === null) throw new Error('The canvas cannot be read.');
  return blob;
}

/** The tenant's ground. */
export function drawGround(context: CanvasRenderingContext2D, { brand }: Tenant['config']['colors']): void {
  const { width, height } = context.canvas;
  context.fillStyle = brand;
  context.fillRect(0, 0, width, height);
}

/** The stripes of a scarf at the upper right, 260 pixels high. */
export function drawScarf(context: CanvasRenderingContext2D, { second }: Tenant['config']['colors']): void {
  const { width } = context.canvas;
  context.fillStyle = second;
  drawStripe(context, { x: width - 180, y: 0, width: 70, height: 260 });
  drawStripe(context, { x: width - 80, y: 0, width: 24, height: 260 });
}

/** A stripe that leans like a scarf's; `x` is its left edge at the bottom. */
export function drawStripe(context: CanvasRenderingContext2D, { x, y, width, height }: CardBox): void {
  const lean = height * LEAN;
  context.beginPath();
  context.moveTo(x + lean, y);
  context.lineTo(x + lean + width, y);
  context.lineTo(x + width, y + height);
  context.lineTo(x, y + height);
  context.fill();
}

/** Waiting longer for a picture does without it, in milliseconds. */
const PATIENCE_MS = 8_000;

/** The picture of an address, upright. null: it cannot be had, or not in time. */
export async function fetchBitmap(address: string, signal: AbortSignal): Promise<ImageBitmap | null> {
  try {
    const response = await fetch(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]) });
    return response.ok ? await createImageBitmap(await response.blob()) : null;
  } catch {
    return null;
  }
}
