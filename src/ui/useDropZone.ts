import { type DragEvent, useEffect, useRef, useState } from 'react';

/** Drag and drop of files on an element and everything in it, with the highlight in between (PST-06). */
export function useDropZone(onDrop: (dropped: DataTransfer) => void) {
  const [isDragging, setDragging] = useState(false);
  // enter and leave also come for every child: the zone is left when as many were left as entered
  const depth = useRef(0);
  useEffect(() => {
    // Beside the zone a browser would leave the page to show the file.
    const keep = (event: globalThis.DragEvent) => event.dataTransfer?.types.includes('Files') && event.preventDefault();
    addEventListener('dragover', keep);
    addEventListener('drop', keep);
    return () => {
      removeEventListener('dragover', keep);
      removeEventListener('drop', keep);
    };
  }, []);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  const move = (event: DragEvent, change: 1 | -1) => {
    if (!hasFiles(event)) return;
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
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setDragging(false);
        onDrop(event.dataTransfer);
      },
    },
  };
}
