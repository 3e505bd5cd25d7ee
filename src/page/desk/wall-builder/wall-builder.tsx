import { type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react'
import { positionText } from '../../../core/util/format.ts'
import { useWords } from '../../i18n/use-words.ts'
import type { MapOverlay } from '../../live/overlay.ts'
import { useFind } from '../../live/use-find.ts'
import { usePage } from '../../state/page-store.ts'
import { viewText } from '../../state/view.ts'
import { tourLink } from '../../state/wall-link.ts'
import { DWELL_S, TOUR_STOPS_MAX, WALL_DEFAULT, type WallSettings } from '../../state/wall-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import shared from '../settings/walls.module.css'
import { addToDraft, useTourDraft } from './tour-draft.ts'
import { TourList } from './tour-list.tsx'
import styles from './wall-builder.module.css'
import { wallBuilderStrings } from './wall-builder-strings.ts'

interface WallBuilderProps {
  overlays: readonly MapOverlay[]
  onClose(): void
}

/** Puts the tour of a wall together: its places, their order, how long it looks at each, and its address. */
export default function WallBuilder({ overlays, onClose }: WallBuilderProps) {
  const t = useWords('wallBuilder', wallBuilderStrings)
  const dialog = useRef<HTMLDialogElement>(null)
  const { stops, dwellS } = useTourDraft()
  const view = usePage((state) => state.view)
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close() // a dialog that is closed, not just taken away, gives the focus back
  }, [])

  const wall: WallSettings = { ...WALL_DEFAULT, tour: stops.map(({ text }) => text), dwellS, home: view }
  const isFull = stops.length >= TOUR_STOPS_MAX
  return (
    <dialog
      ref={dialog}
      className={shared.dialog}
      aria-labelledby="wall-builder-title"
      onClose={onClose}
      // A click beside it, on the backdrop, has the dialog itself as its target.
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={(event) => event.stopPropagation()} // the map's keys are not for a name
    >
      <div className={shared.body}>
        <div className={shared.head}>
          <h2 id="wall-builder-title">{t('title')}</h2>
          <Button onClick={onClose}>{t('close')}</Button>
        </div>
        <p className={shared.detail}>{t('detail')}</p>
        {isFull ? (
          <Notice title={t('full', { count: TOUR_STOPS_MAX })} />
        ) : (
          <>
            <Button onClick={() => addToDraft({ text: viewText(view), name: viewName(view) })}>{t('addView')}</Button>
            <PlaceForm overlays={overlays} />
          </>
        )}
        <TourList stops={stops} onChange={(changed) => useTourDraft.setState({ stops: changed })} />
        <label className={shared.field}>
          <span>{t('dwell')}</span>
          <input
            type="number"
            min={DWELL_S.least}
            max={DWELL_S.most}
            value={dwellS}
            onChange={({ target }) => Number.isFinite(target.valueAsNumber) && setDwell(target.valueAsNumber)}
          />
        </label>
        {stops.length > 0 ? (
          <>
            <WallAddress address={tourLink(location.href, wall)} />
            <Button onClick={() => usePage.getState().setWall(wall)}>{t('start')}</Button>
          </>
        ) : null}
      </div>
    </dialog>
  )
}

const setDwell = (seconds: number) => useTourDraft.setState({ dwellS: Math.min(DWELL_S.most, seconds) })

const viewName = ({ zoom, lat, lon }: { zoom: number; lat: number; lon: number }) =>
  `${positionText(lat, lon, 1)}, z${zoom.toFixed(1)}`

/** An airport or a place is added by what the search finds, as the wall will find it. */
function PlaceForm({ overlays }: { overlays: readonly MapOverlay[] }) {
  const t = useWords('wallBuilder', wallBuilderStrings)
  const find = useFind(overlays)
  const [lost, setLost] = useState<string | null>(null)

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    // A comma divides the places of an address.
    const text = String(new FormData(form).get('place') ?? '')
      .replaceAll(',', ' ')
      .trim()
    if (!text) return
    const [hit] = find(text)
    setLost(hit ? null : text)
    if (!hit) return
    addToDraft({ text: hit.selection.kind === 'airport' ? hit.selection.id : text, name: hit.title })
    form.reset()
  }

  return (
    <form className={`${shared.form} ${styles.row}`} onSubmit={submit}>
      <label className={shared.field}>
        <span>{t('place')}</span>
        <input name="place" autoComplete="off" placeholder={t('placeHint')} />
      </label>
      <button type="submit" className={styles.plain}>
        {t('add')}
      </button>
      <p role="status" className={`${shared.said} ${styles.said}`}>
        {lost === null ? '' : t('notFound', { text: lost })}
      </p>
    </form>
  )
}

function WallAddress({ address }: { address: string }) {
  const t = useWords('wallBuilder', wallBuilderStrings)
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState<{ address: string; what: 'copied' | 'copyFailed' } | null>(null)
  const what = said?.address === address ? said.what : null

  async function copy() {
    field.current?.select()
    await navigator.clipboard.writeText(address).then(
      () => setSaid({ address, what: 'copied' }),
      () => setSaid({ address, what: 'copyFailed' }),
    )
  }

  return (
    <div className={`${shared.form} ${styles.row}`}>
      <label className={shared.field}>
        <span>{t('link')}</span>
        <input ref={field} readOnly value={address} onFocus={(event) => event.target.select()} />
      </label>
      <Button onClick={() => void copy()}>{t('copy')}</Button>
      <p role="status" className={`${shared.said} ${styles.said}`}>
        {what ? t(what) : ''}
      </p>
    </div>
  )
}
