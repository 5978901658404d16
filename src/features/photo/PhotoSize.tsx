import { useEffect, useState } from 'react';
import { photoSize as texts } from '../../messages/jaPhotoSize.ts';
import styles from './PhotoSize.module.css';
import { applyPhotoSize, choosePhotoSize, chosenPhotoSize, onOtherWindowsPhotoSize, PHOTO_SIZES } from './photoSize.ts';

/** Chooses how large the photos of the grids are; radio buttons, so arrow keys change them. */
export function PhotoSize() {
  const [chosen, setChosen] = useState(chosenPhotoSize);
  useEffect(() => applyPhotoSize(chosen), [chosen]);
  useEffect(() => onOtherWindowsPhotoSize(setChosen), []);
  return (
    <fieldset className={styles.sizes}>
      <legend className={styles.legend}>{texts.legend}</legend>
      <div className={styles.row}>
        {PHOTO_SIZES.map((size) => (
          <label key={size} className={styles.size}>
            <input
              type="radio"
              name="photo-size"
              value={size}
              checked={size === chosen}
              onChange={() => {
                choosePhotoSize(size);
                setChosen(size);
              }}
            />
            {texts[size]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
