import { WALL_LAYOUTS, WALL_MOTIONS, type WallLayout, type WallMotion } from '../../contract/wall.ts';
import { staffWall as texts } from '../../messages/jaStaffWall.ts';
import { SelectField } from '../../ui/Field.tsx';
import desk from '../Staff.module.css';
import type { StaffWall, WallRemote } from './useWallRemote.ts';

interface WallSettingsProps {
  readonly remote: WallRemote;
  readonly wall: StaffWall;
}

/** Layout, change of photos, and whether photos need an approval. */
export function WallSettings({ remote, wall: { state } }: WallSettingsProps) {
  return (
    <section className={desk.card}>
      <h2>{texts.settings}</h2>
      <div className={desk.filters}>
        <SelectField
          label={texts.layout}
          value={state.layout}
          onChange={({ target }) => remote.choose({ layout: target.value as WallLayout })}
        >
          {WALL_LAYOUTS.map((layout) => (
            <option key={layout} value={layout}>
              {texts.layouts[layout]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={texts.motion}
          value={state.motion}
          onChange={({ target }) => remote.choose({ motion: target.value as WallMotion })}
        >
          {WALL_MOTIONS.map((motion) => (
            <option key={motion} value={motion}>
              {texts.motions[motion]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={texts.approval}
          value={state.needs_approval ? 'yes' : 'no'}
          onChange={({ target }) => remote.choose({ needs_approval: target.value === 'yes' })}
        >
          <option value="yes">{texts.needsApproval}</option>
          <option value="no">{texts.noNeed}</option>
        </SelectField>
      </div>
    </section>
  );
}
