import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { positionText } from '../../../core/util/format.ts'
import { addWords } from '../../i18n/add-words.ts'
import type { MapOverlay } from '../../live/overlay.ts'
import { useFind } from '../../live/use-find.ts'
import { usePage } from '../../state/page-store.ts'
import { viewText } from '../../state/view.ts'
import { builtLink } from '../../state/wall-link.ts'
import { DIM_MOST, DWELL_S, SCALE, TOUR_STOPS_MAX } from '../../state/wall-settings.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/dialog/copy-field.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import form from '../../ui/dialog/form.module.css'
import { NumberDraft } from '../../ui/field/number-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TourList } from './tour-list.tsx'
import styles from './wall-builder.module.css'
import { addToDraft, draftedWall, useWallDraft, WALL_SIGHTS } from './wall-draft.ts'

addWords(import.meta.glob('../../../locales/*/{fields,wall-builder}.json', { eager: true, import: 'default' }))

/** Builds a wall: where it looks, its layers, size and darkness, with a preview and its URL. */
export default function WallBuilder({ overlays, onClose }: { overlays: readonly MapOverlay[]; onClose(): void }) {
  const { t } = useTranslation('wall-builder')
  const draft = useWallDraft()
  const { sight, stops, layers } = draft
  const view = usePage((state) => state.view)
  const theme = usePage((state) => state.theme)
  const wall = draftedWall(draft, view)
  const link = builtLink(location.href, wall, layers)
  const words = { copy: t('copy'), copied: t('copied'), copyFailed: t('copyFailed') }

  function start() {
    if (layers !== null) usePage.setState({ overlaysOn: layers })
    usePage.getState().setWall(wall)
  }
  return (
    <Dialog title={t('title')} close={t('close')} onClose={onClose}>
      <Segmented
        label={t('sight')}
        value={sight}
        options={WALL_SIGHTS.map((value) => ({ value, label: t(`sights.${value}`) }))}
        onChange={(chosen) => useWallDraft.setState({ sight: chosen })}
      />
      <p className="faint">{t(`details.${sight}`)}</p>
      {sight === 'tour' ? <Tour overlays={overlays} /> : null}
      <Layers overlays={overlays} />
      <Size field="scale" range={[SCALE.least, SCALE.most]} step={0.1} />
      {DIM_MOST[theme] > 0 ? <Size field="dim" range={[0, DIM_MOST[theme]]} step={10} isWhole /> : null}
      {sight === 'tour' && stops.length === 0 ? null : (
        <>
          <WallPreview link={link} />
          <div className={form.row}>
            <CopyField label={t('link')} text={link} words={words} />
          </div>
          <Button onClick={start}>{t('start')}</Button>
        </>
      )}
    </Dialog>
  )
}

function Tour({ overlays }: { overlays: readonly MapOverlay[] }) {
  const { t } = useTranslation('wall-builder')
  const stops = useWallDraft((draft) => draft.stops)
  const view = usePage((state) => state.view)
  return (
    <>
      {stops.length >= TOUR_STOPS_MAX ? (
        <Notice title={t('full', { count: TOUR_STOPS_MAX })} />
      ) : (
        <>
          <Button onClick={() => addToDraft({ text: viewText(view), name: viewName(view) })}>{t('addView')}</Button>
          <PlaceForm overlays={overlays} />
        </>
      )}
      <TourList stops={stops} onChange={(changed) => useWallDraft.setState({ stops: changed })} />
      <Size field="dwellS" range={[DWELL_S.least, DWELL_S.most]} step={5} isWhole />
    </>
  )
}

interface SizeProps {
  field: 'dwellS' | 'scale' | 'dim'
  range: readonly [least: number, most: number]
  step: number
  isWhole?: boolean
}

function Size({ field, range, step, isWhole = false }: SizeProps) {
  const { t } = useTranslation('wall-builder')
  const { t: f } = useTranslation('fields')
  const value = useWallDraft((draft) => draft[field])
  const [least, most] = range
  return (
    <div className={form.field}>
      <span aria-hidden="true">{t(`size.${field}`)}</span>
      <NumberDraft
        label={t(`size.${field}`)}
        value={value}
        range={range}
        step={step}
        isWhole={isWhole}
        allowed={t(`allowed.${field}`, { least, most })}
        apply={f('apply')}
        onApply={(applied) => useWallDraft.setState({ [field]: applied })}
      />
    </div>
  )
}

/** The layers of the wall; initially those of the desk. */
function Layers({ overlays }: { overlays: readonly MapOverlay[] }) {
  const { t } = useTranslation('wall-builder')
  const { t: page } = useTranslation('page')
  const ofDesk = usePage((state) => state.overlaysOn)
  const on = useWallDraft((draft) => draft.layers) ?? ofDesk
  const switchable = overlays.filter(({ Row }) => Row)
  const toggle = (id: string) =>
    switchable.map((overlay) => overlay.id).filter((each) => on.includes(each) !== (each === id))
  return (
    <fieldset className={styles.layers}>
      <legend>{t('layers')}</legend>
      {switchable.map(({ id }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={on.includes(id)}
            onChange={() => useWallDraft.setState({ layers: toggle(id) })}
          />{' '}
          {page(`hazard.${id}`)}
        </label>
      ))}
    </fieldset>
  )
}

const viewName = ({ zoom, lat, lon }: { zoom: number; lat: number; lon: number }) =>
  `${positionText(lat, lon, 1)}, z${zoom.toFixed(1)}`

/** Adds an airport or a place by the search that the wall uses too. */
function PlaceForm({ overlays }: { overlays: readonly MapOverlay[] }) {
  const { t } = useTranslation('wall-builder')
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

/** The wall on a display of 1920 × 1080, reduced. It loads a second page, so it opens on demand. */
function WallPreview({ link }: { link: string }) {
  const { t } = useTranslation('wall-builder')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button pressed={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('preview')}
      </Button>
      {isOpen ? (
        <div className={styles.preview}>
          <iframe key={link} title={t('preview')} src={link} tabIndex={-1} inert />
        </div>
      ) : null}
    </>
  )
}
