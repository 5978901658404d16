import { Link } from 'wouter';
import type { Face } from '../../contract/entities.ts';
import { usePaths } from '../../navigation/paths.ts';
import { faceBox } from './faceBox.ts';
import styles from './PhotoStage.module.css';

const percent = (part: number) => `${part * 100}%`;

/** Who is where on the picture (PHO-04); a name leads to the person's photos. */
export function FaceTags({ faces }: { readonly faces: readonly Face[] }) {
  const paths = usePaths();
  return faces.map((face) => {
    const { left, top, width, height } = faceBox(face);
    return (
      <span
        key={`${face.name} ${left} ${top}`}
        className={styles.face}
        style={{ left: percent(left), top: percent(top), width: percent(width), height: percent(height) }}
      >
        {face.name !== '' && (
          <Link href={paths.player(face.name)} className={styles.faceName} data-face>
            {face.name}
          </Link>
        )}
      </span>
    );
  });
}
