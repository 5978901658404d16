import { RotateCcw, RotateCw } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type PercentCrop, ReactCrop } from 'react-image-crop';
import '../../ui/cropFrame.css';
import { ui } from '../../messages/ja.ts';
import { pictureEditor as texts } from '../../messages/jaPost.ts';
import { type CropBox, noEdit, type PictureEdit, turnEdit } from '../../rules/pictureEdit.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useBackToClose } from '../../ui/useBackToClose.ts';
import { drawTurned } from './drawTurned.ts';
import styles from './PictureEditor.module.css';
import { usePickedPicture } from './usePickedPicture.ts';

interface PictureEditorProps {
  readonly photoName: string;
  readonly edit: PictureEdit | null;
  readonly onApply: (edit: PictureEdit) => void;
  readonly onClose: () => void;
}

/** Nothing smaller can be drawn as a frame that a finger could still take hold of. CSS pixels. */
const SMALLEST = 40;

/** Turns a picked picture by quarters and cuts it, by mouse, finger or keys. What is published is made from the picture as picked. */
export function PictureEditor({ photoName, edit, onApply, onClose }: PictureEditorProps) {
  const { picture, isFailed } = usePickedPicture(photoName);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { now, isSquare, cut, turn, shapes } = usePictureEdit(edit, canvas);
  useBackToClose(true, onClose);
  useEffect(() => {
    if (canvas.current && picture) drawTurned(canvas.current, picture, now.turns);
  }, [picture, now.turns]);

  const handleApply = () => {
    onApply(now);
    onClose();
  };
  return (
    <Modal
      title={texts.title}
      kind="overlay"
      onClose={onClose}
      isClosedByBackground={false}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button variant="primary" disabled={picture === null} onClick={handleApply}>
            {texts.apply}
          </Button>
        </>
      }
    >
      <div className={styles.editor}>
        {isFailed && <Banner tone="error">{texts.failed}</Banner>}
        <div className={styles.stage} aria-busy={picture === null && !isFailed}>
          {picture === null ? (
            !isFailed && <p role="status">{texts.preparing}</p>
          ) : (
            <CropFrame crop={now.crop} isSquare={isSquare} canvas={canvas} onCut={cut} />
          )}
        </div>
        <EditTools shapes={shapes} onTurn={turn} />
        <p className={styles.hint}>{texts.keys}</p>
      </div>
    </Modal>
  );
}

/** Label, whether the shape is the chosen one, and what chooses it. */
type Shape = readonly [label: string, isOn: boolean, choose: () => void];

/** The edit as it stands: turned, cut, and the shapes it can be cut to. */
function usePictureEdit(edit: PictureEdit | null, canvas: RefObject<HTMLCanvasElement | null>) {
  const [now, setNow] = useState<PictureEdit>(edit ?? noEdit);
  const [isSquare, setSquare] = useState(false);
  const cut = (crop: CropBox | null) => setNow((before) => ({ ...before, crop }));
  const handleFree = () => {
    setSquare(false);
    cut(now.crop ?? { x: 0.1, y: 0.1, width: 0.8, height: 0.8 });
  };
  const handleSquare = () => {
    setSquare(true);
    if (canvas.current) cut(squareIn(canvas.current));
  };
  const handleWhole = () => {
    setSquare(false);
    cut(null);
  };
  const shapes: readonly Shape[] = [
    [texts.whole, now.crop === null, handleWhole],
    [texts.free, now.crop !== null && !isSquare, handleFree],
    [texts.square, now.crop !== null && isSquare, handleSquare],
  ];
  return { now, isSquare, cut, turn: (direction: -1 | 1) => setNow(turnEdit(now, direction)), shapes };
}

interface CropFrameProps {
  readonly crop: CropBox | null;
  readonly isSquare: boolean;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly onCut: (crop: CropBox) => void;
}

/** The picture, with the frame that cuts it. */
function CropFrame({ crop, isSquare, canvas, onCut }: CropFrameProps) {
  return (
    <ReactCrop
      className={styles.crop ?? ''}
      {...(crop === null ? {} : { crop: percentOf(crop) })}
      {...(isSquare ? { aspect: 1 } : {})}
      minWidth={SMALLEST}
      minHeight={SMALLEST}
      keepSelection
      ruleOfThirds
      ariaLabels={{ cropArea: texts.area, ...texts.handles }}
      onChange={(_, percent) => percent.width > 0 && percent.height > 0 && onCut(boxOf(percent))}
    >
      <canvas ref={canvas} className={styles.canvas} />
    </ReactCrop>
  );
}

interface EditToolsProps {
  readonly shapes: readonly Shape[];
  readonly onTurn: (direction: -1 | 1) => void;
}

/** The buttons below the picture: quarter turns, and shapes to cut to. */
function EditTools({ shapes, onTurn }: EditToolsProps) {
  return (
    <>
      <div className={styles.tools}>
        <Button icon={<RotateCcw aria-hidden="true" size={18} />} onClick={() => onTurn(-1)}>
          {texts.turnLeft}
        </Button>
        <Button icon={<RotateCw aria-hidden="true" size={18} />} onClick={() => onTurn(1)}>
          {texts.turnRight}
        </Button>
      </div>
      <fieldset className={styles.shapes}>
        <legend>{texts.shape}</legend>
        {shapes.map(([label, isOn, choose]) => (
          <Button key={label} aria-pressed={isOn} variant={isOn ? 'primary' : 'secondary'} onClick={choose}>
            {label}
          </Button>
        ))}
      </fieldset>
    </>
  );
}

const percentOf = ({ x, y, width, height }: CropBox): PercentCrop => ({
  unit: '%',
  x: x * 100,
  y: y * 100,
  width: width * 100,
  height: height * 100,
});
const boxOf = ({ x, y, width, height }: PercentCrop): CropBox => ({
  x: x / 100,
  y: y / 100,
  width: width / 100,
  height: height / 100,
});

/** The largest square in the middle. */
function squareIn({ width, height }: HTMLCanvasElement): CropBox {
  const side = Math.min(width, height);
  return {
    x: (width - side) / 2 / width,
    y: (height - side) / 2 / height,
    width: side / width,
    height: side / height,
  };
}
