import { useState } from 'react';
import styles from './Avatar.module.css';

interface AvatarProps {
  /** Full address of the picture, or null: the default picture. */
  readonly src: string | null;
  /** The fan's name; empty when it stands beside the picture anyway. */
  readonly name: string;
  readonly hasLeft?: boolean;
  readonly size?: 24 | 32 | 40 | 72;
}

/** Default picture while loading and on error (spec §4). */
export function Avatar({ src, name, hasLeft = false, size = 32 }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const fallback = hasLeft ? '/left-user.svg' : '/avatar.svg';
  return (
    <img
      className={styles.avatar}
      src={src && src !== failed && !hasLeft ? src : fallback}
      alt={name}
      width={size}
      height={size}
      // An answer without CORS could not be kept (T30).
      crossOrigin="anonymous"
      decoding="async"
      loading="lazy"
      onError={() => setFailed(src)}
    />
  );
}
