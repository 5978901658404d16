import { type DragEvent, useEffect, useRef, useState } from 'react';

type AnyDragEvent = Pick<globalThis.DragEvent, 'dataTransfer' | 'target'>;

const TEXT_FIELDS = 'textarea, input:not([type=checkbox], [type=radio], [type=file]), [contenteditable]';

const hasFiles = ({ dataTransfer }: AnyDragEvent): boolean => dataTransfer?.types.includes('Files') === true;

/** Addresses and texts of other windows are dropped by mistake for the picture they stand for; into a field they may go (PST-06f). */
const isAddress = (event: AnyDragEvent): boolean =>
  !hasFiles(event) &&
  (event.dataTransfer?.types.length ?? 0) > 0 &&
  !(event.target instanceof Element && event.target.closest(TEXT_FIELDS) !== null);

/** Whether what is dragged was taken up on this page. */
function useOwnDrag() {
  const isOwn = useRef(false);
  useEffect(() => {
    const begin = () => {
      isOwn.current = true;
    };
    const end = () => {
      isOwn.current = false;
    };
    addEventListener('dragstart', begin);
    addEventListener('dragend', end);
    return () => {
      removeEventListener('dragstart', begin);
      removeEventListener('dragend', end);
    };
  }, []);
  return isOwn;
}

/**
 * Drag and drop of files on an element and everything in it, with the highlight in between (PST-06). `onDrop` is also called for an address
 * or a text of another window, which brings no file: the screen says so.
 */
export function useDropZone(onDrop: (dropped: DataTransfer) => void) {
  const [isDragging, setDragging] = useState(false);
  // enter and leave also come for every child: the zone is left when as many were left as entered
  const depth = useRef(0);
  const isOwn = useOwnDrag();
  useEffect(() => {
    // Beside the zone a browser would leave the page to show the file, or to follow the address.
    const keep = (event: globalThis.DragEvent) =>
      (hasFiles(event) || (isAddress(event) && !isOwn.current)) && event.preventDefault();
    addEventListener('dragover', keep);
    addEventListener('drop', keep);
    return () => {
      removeEventListener('dragover', keep);
      removeEventListener('drop', keep);
    };
  }, [isOwn]);
  const isTaken = ({ nativeEvent }: DragEvent) => hasFiles(nativeEvent) || (isAddress(nativeEvent) && !isOwn.current);
  const move = (event: DragEvent, change: 1 | -1) => {
    if (!hasFiles(event.nativeEvent)) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + change);
    setDragging(depth.current > 0);
  };
  return {
    isDragging,
    handlers: {
      onDragEnter: (event: DragEvent) => move(event, 1),
      onDragLeave: (event: DragEvent) => move(event, -1),
      onDragOver: (event: DragEvent) => {
        if (!isTaken(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      },
      onDrop: (event: DragEvent) => {
        if (!isTaken(event)) return;
        event.preventDefault();
        depth.current = 0;
        setDragging(false);
        onDrop(event.dataTransfer);
      },
    },
  };
}
