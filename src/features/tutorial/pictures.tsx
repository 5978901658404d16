import type { ReactNode } from 'react';
import { useTenant } from '../../services/services.tsx';
import styles from './Tutorial.module.css';

/** Drawings beside the words, which say everything: they have no name. Colours are the tenant's. */
function Scene({ children }: { readonly children: ReactNode }) {
  return (
    <svg viewBox="0 0 320 220" className={styles.picture} aria-hidden="true">
      <rect width="320" height="220" rx="16" className={styles.wall} />
      <path d="M196 0h40l-58 220h-40z" className={styles.stripe} />
      <path d="M250 0h14l-58 220h-14z" className={styles.stripe} />
      {children}
    </svg>
  );
}

function Phone({ x = 112, children }: { readonly x?: number; readonly children: ReactNode }) {
  return (
    <g transform={`translate(${x} 18)`}>
      <rect width="96" height="184" rx="16" className={styles.frame} />
      <rect x="6" y="8" width="84" height="168" rx="10" className={styles.screen} />
      {children}
    </g>
  );
}

/** A photo as these drawings have it: ground, sky, somebody with raised arms. */
function Photo({ x, y, size, tone = 'brand' }: { x: number; y: number; size: number; tone?: 'brand' | 'second' }) {
  return (
    <svg x={x} y={y} width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" rx="4" className={tone === 'brand' ? styles.brand : styles.second} />
      <path d="M0 30q20-8 40 0v6a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4z" className={styles.shade} />
      <circle cx="20" cy="14" r="4" className={styles.light} />
      <path d="M11 8q3 11 9 12t9-12M20 20v10m0 0-5 8m5-8 5 8" className={styles.limbs} />
    </svg>
  );
}

function Choose() {
  return (
    <Scene>
      <Phone>
        {[0, 1, 2, 3, 4, 5].map((tile) => (
          <Photo
            key={tile}
            x={12 + (tile % 2) * 38}
            y={16 + Math.floor(tile / 2) * 40}
            size={34}
            tone={tile % 3 === 1 ? 'second' : 'brand'}
          />
        ))}
        {[0, 3, 4].map((tile) => (
          <g key={tile} transform={`translate(${40 + (tile % 2) * 38} ${22 + Math.floor(tile / 2) * 40})`}>
            <circle r="8" className={styles.mark} />
            <path d="m-4 0 3 3 5-6" className={styles.tick} />
          </g>
        ))}
        <rect x="14" y="146" width="68" height="20" rx="10" className={styles.brand} />
      </Phone>
    </Scene>
  );
}

function Tag() {
  return (
    <Scene>
      <Photo x={44} y={38} size={132} />
      <g className={styles.chips}>
        <rect x="150" y="56" width="128" height="34" rx="17" />
        <rect x="166" y="100" width="104" height="34" rx="17" />
        <rect x="150" y="144" width="120" height="34" rx="17" />
      </g>
      <circle cx="170" cy="73" r="9" className={styles.brand} />
      <path d="M186 73h72M206 161h44M186 117h60" className={styles.line} />
      <path d="m176 154-3 15m10-15-3 15m-9-10h14m-15 5h14" className={styles.hash} />
      <path d="M176 111v12m-4-6h8" className={styles.hash} />
    </Scene>
  );
}

function Offline() {
  return (
    <Scene>
      <Phone x={64}>
        <Photo x={17} y={22} size={62} />
        <rect x="16" y="98" width="64" height="8" rx="4" className={styles.track} />
        <rect x="16" y="98" width="40" height="8" rx="4" className={styles.brand} />
        <circle cx="48" cy="140" r="18" className={styles.mark} />
        <path d="m39 140 7 7 12-14" className={styles.tick} />
      </Phone>
      <path d="M212 88a22 22 0 0 1 42-9 18 18 0 0 1 8 35h-46a14 14 0 0 1-4-26z" className={styles.cloud} />
      <path d="m208 66 58 60" className={styles.cut} />
      <path d="M172 166c30 0 52-8 60-30m0 0-11 9m11-9 6 13" className={styles.way} />
    </Scene>
  );
}

function Enjoy() {
  const heart = 'M0 6C-9-2-5-9 0-5 5-9 9-2 0 6z';
  return (
    <Scene>
      <Photo x={94} y={34} size={128} tone="second" />
      <g transform="translate(236 66) scale(2.6)">
        <path d={heart} className={styles.brand} />
      </g>
      <g transform="translate(84 58) scale(1.7)">
        <path d={heart} className={styles.brand} />
      </g>
      <g transform="translate(254 112) scale(1.3)">
        <path d={heart} className={styles.brand} />
      </g>
      <g className={styles.chips}>
        <path d="M44 138h104a14 14 0 0 1 14 14v14a14 14 0 0 1-14 14H72l-16 14v-14H44a14 14 0 0 1-14-14v-14a14 14 0 0 1 14-14z" />
      </g>
      <path d="M52 154h86M52 166h54" className={styles.line} />
    </Scene>
  );
}

function Used() {
  return (
    <Scene>
      <rect x="60" y="28" width="200" height="112" rx="8" className={styles.frame} />
      <rect x="68" y="36" width="184" height="96" rx="4" className={styles.screen} />
      <Photo x={112} y={40} size={88} />
      <path d="M110 140v30m100-30v30" className={styles.post} />
      <path d="M0 186q160-44 320 0v18a16 16 0 0 1-16 16H16a16 16 0 0 1-16-16z" className={styles.crowd} />
      {[22, 58, 94, 130, 166, 202, 238, 274, 304].map((x, index) => (
        <circle key={x} cx={x} cy={index % 2 ? 184 : 192} r="13" className={styles.fan} />
      ))}
    </Scene>
  );
}

function Install() {
  const { logo } = useTenant();
  return (
    <Scene>
      <Phone>
        {[0, 1, 2, 3, 4, 5, 6, 7].map((tile) => (
          <rect
            key={tile}
            x={14 + (tile % 3) * 24}
            y={20 + Math.floor(tile / 3) * 28}
            width="18"
            height="18"
            rx="5"
            className={styles.track}
          />
        ))}
        <rect x="22" y="100" width="52" height="52" rx="13" className={styles.mark} />
        <image href={logo} x="28" y="106" width="40" height="40" />
      </Phone>
    </Scene>
  );
}

export const pictures = { choose: Choose, tag: Tag, offline: Offline, enjoy: Enjoy, used: Used, install: Install };
