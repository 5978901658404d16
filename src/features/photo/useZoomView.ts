import { type RefObject, useEffect, useRef, useState } from 'react';
import { isStill } from '../../ui/isStill.ts';
import { EASE, SETTLE_MS } from './settleMotion.ts';
import { limitView, type Point, TAP_ZOOM, WHOLE_VIEW, type ZoomView, zoomAt } from './zoomView.ts';

const KEY_STEP = 1.5;

/** How far the picture is enlarged and moved within its stage. Every frame is written to the element; React learns only `scale`. */
export function useZoomView(stage: RefObject<HTMLElement | null>, picture: RefObject<HTMLElement | null>) {
  const view = useRef<ZoomView>(WHOLE_VIEW);
  const [scale, setScale] = useState(1);

  const show = (wished: ZoomView, isSmooth: boolean) => {
    const element = picture.current;
    const box = stage.current?.getBoundingClientRect();
    if (element === null || box === undefined) return;
    view.current = limitView(wished, { width: element.offsetWidth, height: element.offsetHeight }, box);
    const { scale, x, y } = view.current;
    element.style.transition = isSmooth && !isStill() ? `transform ${SETTLE_MS}ms ${EASE}` : 'none';
    element.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`;
    element.style.setProperty('--zoom', String(scale));
    setScale(scale);
  };
  const fromMiddle = ([clientX, clientY]: readonly [number, number]): Point => {
    const box = stage.current?.getBoundingClientRect();
    return box ? { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 } : { x: 0, y: 0 };
  };
  const toggle = (at: readonly [number, number]) =>
    show(view.current.scale > 1 ? WHOLE_VIEW : zoomAt(view.current, TAP_ZOOM, fromMiddle(at)), true);
  const step = (direction: -1 | 0 | 1) =>
    show(
      direction === 0 ? WHOLE_VIEW : zoomAt(view.current, view.current.scale * KEY_STEP ** direction, { x: 0, y: 0 }),
      direction !== 0,
    );

  // A turned phone or window: the moved picture stays within its new stage.
  useEffect(() => {
    const element = stage.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => view.current.scale > 1 && show(view.current, false));
    observer.observe(element);
    return () => observer.disconnect();
  });

  return { view, scale, show, fromMiddle, toggle, step };
}
