import { useState } from 'react';
import { shell } from '../../messages/jaShell.ts';
import { shortcuts as texts } from '../../messages/jaShortcuts.ts';
import { areShortcutsOn, chooseShortcuts } from '../../platform/device/shortcutChoice.ts';
import { useTenant } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { SwitchField } from '../../ui/Field.tsx';
import { Modal } from '../../ui/Modal.tsx';
import styles from './ShortcutsModal.module.css';

/** Keys of one row: `or` stands between what does the same or the opposite, `after` between what is pressed one after the other. */
type Row = readonly [keys: readonly string[], text: string, between?: 'or' | 'after'];

/** The keys there are, and the switch for those that are single letters (KEY-02). */
export function ShortcutsModal({ onClose }: { readonly onClose: () => void }) {
  const { config } = useTenant();
  const [isOn, setOn] = useState(areShortcutsOn);
  const [hasFailed, setFailed] = useState(false);
  const handleChange = (isWanted: boolean) => {
    const isKept = chooseShortcuts(isWanted);
    setFailed(!isKept);
    if (isKept) setOn(isWanted);
  };
  return (
    <Modal title={shell.keyboard} onClose={onClose}>
      <SwitchField label={texts.switch} hint={texts.hint} isOn={isOn} onChange={handleChange} />
      {hasFailed && <Banner tone="error">{texts.failed}</Banner>}
      <div className={styles.groups} data-off={!isOn || undefined}>
        {groupsOf(config.eventLabel).map(([title, rows]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {rows.map((row) => (
                <ShortcutRow key={row[1]} row={row} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}

function ShortcutRow({ row: [keys, text, between = 'or'] }: { readonly row: Row }) {
  return (
    <div className={styles.row}>
      <dt>
        {keys.map((key, index) => (
          <span key={key}>
            {index > 0 && <span className="visually-hidden">{texts[between]}</span>}
            <kbd>{key}</kbd>
          </span>
        ))}
      </dt>
      <dd>{text}</dd>
    </div>
  );
}

const groupsOf = (eventLabel: string): readonly (readonly [title: string, rows: readonly Row[]])[] => [
  [
    texts.anywhere,
    [
      [['?'], texts.help],
      [['/'], texts.search],
      [['n'], texts.post],
      [['Esc'], texts.close],
    ],
  ],
  [
    texts.pages,
    [
      [['g', 'h'], shell.home, 'after'],
      [['g', 'p'], shell.gallery, 'after'],
      [['g', 'e'], eventLabel, 'after'],
      [['g', 'm'], shell.myPage, 'after'],
      [['g', 'n'], shell.notices, 'after'],
    ],
  ],
  [
    texts.list,
    [
      [['j', 'k'], texts.walk],
      [['Enter'], texts.open],
    ],
  ],
  [
    texts.photo,
    [
      [['j', 'k', '→', '←'], texts.turn],
      [['l'], texts.like],
      [['c'], texts.comment],
      [['b'], texts.bookmark],
      [['+', '-', '0'], texts.zoom],
    ],
  ],
];
