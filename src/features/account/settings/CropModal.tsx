import { useState } from 'react';
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import '../../../ui/cropFrame.css';
import { ui } from '../../../messages/ja.ts';
import { errorText } from '../../../messages/jaErrors.ts';
import { crop as texts } from '../../../messages/jaSettings.ts';
import { cropToJpeg } from '../../../platform/images/cropToJpeg.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/Modal.tsx';
import { useBackToClose } from '../../../ui/useBackToClose.ts';
import { useSubmit } from '../useSubmit.ts';
import styles from './settings.module.css';

export interface CropModalProps {
  readonly image: HTMLImageElement;
  /** Side of the square that comes out, in pixels. */
  readonly side: number;
  readonly onCropped: (bytes: ArrayBuffer) => void;
  readonly onClose: () => void;
}

const { handles: names } = texts;
const handles = {
  cropArea: texts.area,
  nwDragHandle: names.topLeft,
  nDragHandle: names.top,
  neDragHandle: names.topRight,
  eDragHandle: names.right,
  seDragHandle: names.bottomRight,
  sDragHandle: names.bottom,
  swDragHandle: names.bottomLeft,
  wDragHandle: names.left,
};

/** Largest square in the middle. */
const firstCrop = ({ naturalWidth, naturalHeight }: HTMLImageElement): PercentCrop => {
  const unit = naturalWidth < naturalHeight ? { width: 90 } : { height: 90 };
  return centerCrop(
    makeAspectCrop({ unit: '%', ...unit }, 1, naturalWidth, naturalHeight),
    naturalWidth,
    naturalHeight,
  );
};

/** Chooses the square of a picture; by pointer, touch or arrow keys. */
export function CropModal({ image, side, onCropped, onClose }: CropModalProps) {
  const [crop, setCrop] = useState(() => firstCrop(image));
  const { isBusy, error, submit } = useSubmit();
  useBackToClose(true, onClose);
  const handleUse = () => submit(async () => onCropped(await cropToJpeg(image, crop, side)));
  return (
    <Modal
      title={texts.title}
      onClose={onClose}
      isClosedByBackground={false}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button variant="primary" isBusy={isBusy} onClick={handleUse}>
            {texts.use}
          </Button>
        </>
      }
    >
      <div className={styles.crop}>
        <p>{texts.lead}</p>
        {error && <Banner tone="error">{errorText(error)}</Banner>}
        <ReactCrop
          crop={crop}
          onChange={(_, percent) => setCrop(percent)}
          aspect={1}
          minWidth={44}
          circularCrop
          keepSelection
          ariaLabels={handles}
        >
          <img src={image.src} alt="" />
        </ReactCrop>
      </div>
    </Modal>
  );
}
