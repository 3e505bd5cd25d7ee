import { type SyntheticEvent, useState } from 'react'
import { positionText } from '../../../core/util/format.ts'
import { fieldStrings } from '../../i18n/field-strings.ts'
import { useWords } from '../../i18n/use-words.ts'
import type { MapOverlay } from '../../live/overlay.ts'
import { useFind } from '../../live/use-find.ts'
import { usePage } from '../../state/page-store.ts'
import { viewText } from '../../state/view.ts'
import { tourLink } from '../../state/wall-link.ts'
import { DWELL_S, TOUR_STOPS_MAX, WALL_DEFAULT, type WallSettings } from '../../state/wall-settings.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/dialog/copy-field.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import form from '../../ui/dialog/form.module.css'
import { NumberDraft } from '../../ui/field/number-field.tsx'
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

/** Builds the tour of a wall: its stops, their order, the dwell time, and its URL. */
export default function WallBuilder({ overlays, onClose }: WallBuilderProps) {
  const t = useWords('wallBuilder', wallBuilderStrings)
  const f = useWords('fields', fieldStrings)
  const { stops, dwellS } = useTourDraft()
  const view = usePage((state) => state.view)
  const wall: WallSettings = { ...WALL_DEFAULT, tour: stops.map(({ text }) => text), dwellS, home: view }
  const words = { copy: t('copy'), copied: t('copied'), copyFailed: t('copyFailed') }
  const isFull = stops.length >= TOUR_STOPS_MAX
  return (
    <Dialog title={t('title')} close={t('close')} onClose={onClose}>
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
      <div className={form.field}>
        <span aria-hidden="true">{t('dwell')}</span>
        <NumberDraft
          label={t('dwell')}
          value={dwellS}
          range={[DWELL_S.least, DWELL_S.most]}
          step={5}
          isWhole
          allowed={t('dwellAllowed', DWELL_S)}
          apply={f('apply')}
          onApply={(seconds) => useTourDraft.setState({ dwellS: seconds })}
        />
      </div>
      {stops.length > 0 ? (
        <>
          <div className={form.row}>
            <CopyField label={t('link')} text={tourLink(location.href, wall)} words={words} />
          </div>
          <Button onClick={() => usePage.getState().setWall(wall)}>{t('start')}</Button>
        </>
      ) : null}
    </Dialog>
  )
}

const viewName = ({ zoom, lat, lon }: { zoom: number; lat: number; lon: number }) =>
  `${positionText(lat, lon, 1)}, z${zoom.toFixed(1)}`

/** Adds an airport or a place by the search that the wall uses too. */
function PlaceForm({ overlays }: { overlays: readonly MapOverlay[] }) {
  const t = useWords('wallBuilder', wallBuilderStrings)
  const find = useFind(overlays)
  const [lost, setLost] = useState<string | null>(null)

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const filled = event.currentTarget
    // A comma divides the places of an address.
    const text = String(new FormData(filled).get('place') ?? '')
      .replaceAll(',', ' ')
      .trim()
    if (!text) return
    const [hit] = find(text)
    setLost(hit ? null : text)
    if (!hit) return
    addToDraft({ text: hit.selection.kind === 'airport' ? hit.selection.id : text, name: hit.title })
    filled.reset()
  }

  return (
    <form className={form.row} onSubmit={submit}>
      <label className={form.field}>
        <span>{t('place')}</span>
        <input name="place" autoComplete="off" placeholder={t('placeHint')} />
      </label>
      <button type="submit" className={styles.plain}>
        {t('add')}
      </button>
      <p role="status" className={form.said}>
        {lost === null ? '' : t('notFound', { text: lost })}
      </p>
    </form>
  )
}
