import { RotateCcw, RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type PercentCrop, ReactCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
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
  const [now, setNow] = useState<PictureEdit>(edit ?? noEdit);
  const [isSquare, setSquare] = useState(false);
  const { picture, isFailed } = usePickedPicture(photoName);
  const canvas = useRef<HTMLCanvasElement>(null);
  useBackToClose(true, onClose);
  useEffect(() => {
    if (canvas.current && picture) drawTurned(canvas.current, picture, now.turns);
  }, [picture, now.turns]);

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
  const handleApply = () => {
    onApply(now);
    onClose();
  };
  const shapes: readonly [string, boolean, () => void][] = [
    [texts.whole, now.crop === null, handleWhole],
    [texts.free, now.crop !== null && !isSquare, handleFree],
    [texts.square, now.crop !== null && isSquare, handleSquare],
  ];
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
            <ReactCrop
              className={styles.crop ?? ''}
              {...(now.crop === null ? {} : { crop: percentOf(now.crop) })}
              {...(isSquare ? { aspect: 1 } : {})}
              minWidth={SMALLEST}
              minHeight={SMALLEST}
              keepSelection
              ruleOfThirds
              ariaLabels={{ cropArea: texts.area, ...texts.handles }}
              onChange={(_, percent) => percent.width > 0 && percent.height > 0 && cut(boxOf(percent))}
            >
              <canvas ref={canvas} className={styles.canvas} />
            </ReactCrop>
          )}
        </div>
        <div className={styles.tools}>
          <Button icon={<RotateCcw aria-hidden="true" size={18} />} onClick={() => setNow(turnEdit(now, -1))}>
            {texts.turnLeft}
          </Button>
          <Button icon={<RotateCw aria-hidden="true" size={18} />} onClick={() => setNow(turnEdit(now, 1))}>
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
        <p className={styles.hint}>{texts.keys}</p>
      </div>
    </Modal>
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
