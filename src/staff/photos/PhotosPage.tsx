import { type ChangeEvent, useState } from 'react';
import { CLUB_DOWNLOAD_MAX, STARS_MAX } from '../../contract/staffLimits.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { staffDownload, staffPhotos as texts } from '../../messages/jaStaffPhotos.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { EventSelect } from '../EventSelect.tsx';
import { Loaded } from '../Loaded.tsx';
import desk from '../Staff.module.css';
import { ComparePhotos } from './ComparePhotos.tsx';
import { DownloadBar } from './DownloadBar.tsx';
import { EndedPermissions } from './EndedPermissions.tsx';
import { LightTableGrid } from './LightTableGrid.tsx';
import styles from './Photos.module.css';
import { PhotoView } from './PhotoView.tsx';
import { type StaffPhotoFilter, useStaffPhotos } from './useStaffPhotos.ts';

const STARS = Array.from({ length: STARS_MAX }, (_, place) => String(place + 1));
type Narrowing = Omit<StaffPhotoFilter, 'event_id'>;

/** What the light table shows: all photos, one of them, or two beside each other. Photos are named by their keys. */
type Shown = { readonly kind: 'all' } | { readonly kind: 'one' | 'two'; readonly keys: readonly string[] };
const ALL: Shown = { kind: 'all' };

/** A match's photos: the light table, and originals for the club's use. */
export function PhotosPage() {
  const params = usePageParams();
  const [narrowing, setNarrowing] = useState<Narrowing>({});
  const [shown, setShown] = useState<Shown>(ALL);
  const eventId = params.get('e') ?? '';
  const narrow = (name: keyof Narrowing) => (event: ChangeEvent<HTMLSelectElement>) => {
    const { [name]: _, ...others } = narrowing;
    setNarrowing(event.target.value === '' ? others : ({ ...others, [name]: event.target.value } as Narrowing));
  };
  return (
    <>
      {shown.kind === 'all' && (
        <>
          <EndedPermissions />
          <div className={`${desk.filters} ${styles.filters}`}>
            <EventSelect />
            <SelectField label={texts.permit} value={narrowing.permit ?? ''} onChange={narrow('permit')}>
              <option value="">{texts.anyPermit}</option>
              <option value="yes">{texts.permitted}</option>
              <option value="no">{texts.refused}</option>
            </SelectField>
            <SelectField label={texts.mark} value={narrowing.best ?? ''} onChange={narrow('best')}>
              <option value="">{texts.anyMark}</option>
              <option value="yes">{texts.onlyBest}</option>
            </SelectField>
            <SelectField label={texts.stars} value={narrowing.stars ?? ''} onChange={narrow('stars')}>
              <option value="">{texts.anyStars}</option>
              {STARS.map((stars) => (
                <option key={stars} value={stars}>
                  {texts.starsFrom(Number(stars))}
                </option>
              ))}
            </SelectField>
          </div>
        </>
      )}
      {eventId === '' ? (
        <EmptyState title={texts.noEvent} />
      ) : (
        <LightTable
          key={JSON.stringify([eventId, narrowing])}
          filter={{ event_id: eventId, ...narrowing }}
          shown={shown}
          onShow={setShown}
        />
      )}
    </>
  );
}

interface LightTableProps {
  readonly filter: StaffPhotoFilter;
  readonly shown: Shown;
  readonly onShow: (shown: Shown) => void;
}

function LightTable({ filter, shown, onShow: setShown }: LightTableProps) {
  const toast = useToast();
  const { query, rows, mark, change } = useStaffPhotos(filter, (error) =>
    toast(errorText(errorCodeOf(error)), 'error'),
  );
  /** The photo that was last looked at: the list goes on there. */
  const [current, setCurrent] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());

  const choose = (mediaUrl: string) => {
    const next = new Set(chosen);
    const row = rows.find(({ photo }) => photo.media_url === mediaUrl);
    if (!next.delete(mediaUrl)) {
      if (row?.photo.usepermit !== true) return toast(staffDownload.onlyPermitted);
      if (next.size >= CLUB_DOWNLOAD_MAX) return toast(staffDownload.full(CLUB_DOWNLOAD_MAX));
      next.add(mediaUrl);
    }
    setChosen(next);
  };
  const chooseAll = () => {
    const usable = rows.filter(({ photo }) => photo.usepermit).map(({ photo }) => photo.media_url);
    if (usable.length > CLUB_DOWNLOAD_MAX) toast(staffDownload.full(CLUB_DOWNLOAD_MAX));
    setChosen(new Set(usable.slice(0, CLUB_DOWNLOAD_MAX)));
  };
  const unchoose = (mediaUrls: readonly string[]) =>
    setChosen((known) => new Set([...known].filter((key) => !mediaUrls.includes(key))));
  const open = (mediaUrl: string) => {
    setCurrent(mediaUrl);
    setShown({ kind: 'one', keys: [mediaUrl] });
  };
  const find = (mediaUrl: string | undefined) => rows.find(({ photo }) => photo.media_url === mediaUrl);
  const list = (
    <>
      {rows.some(({ photo }) => photo.usepermit) && <Button onClick={chooseAll}>{staffDownload.selectAll}</Button>}
      <LightTableGrid
        rows={rows}
        current={current}
        chosen={chosen}
        onCurrent={setCurrent}
        onMark={mark}
        onChoose={choose}
        onOpen={open}
      />
      {query.hasNextPage && (
        <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {texts.more}
        </Button>
      )}
    </>
  );
  const [one, two] = shown.kind === 'all' ? [] : shown.keys.map(find);
  return (
    <Loaded query={query}>
      {() => (
        <>
          {rows.length === 0 && <EmptyState title={texts.none} />}
          {shown.kind === 'one' && one && (
            <PhotoView
              rows={rows}
              row={one}
              isChosen={chosen.has(one.photo.media_url)}
              onShow={open}
              onMark={mark}
              onChoose={choose}
              onCompare={(other) => setShown({ kind: 'two', keys: [one.photo.media_url, other] })}
              onChange={change}
              onBack={() => setShown(ALL)}
            />
          )}
          {shown.kind === 'two' && one && two && (
            <ComparePhotos rows={[one, two]} onMark={mark} onBack={() => setShown(ALL)} />
          )}
          {(shown.kind === 'all' || !one) && rows.length > 0 && list}
          <DownloadBar
            isHidden={shown.kind !== 'all'}
            chosen={chosen}
            onSaved={() => setChosen(new Set())}
            onMissing={unchoose}
            onClear={() => setChosen(new Set())}
            onCompare={() => setShown({ kind: 'two', keys: [...chosen] })}
          />
        </>
      )}
    </Loaded>
  );
}
