import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WatchAccess } from '../../../../client/watch/watch-access.ts'
import type { PlacesTaken } from '../../../../contract/watch/places.ts'
import { problemAt } from '../../../../core/problems/problem.ts'
import { problemText } from '../../../../core/problems/problem-text.ts'
import { textOfBytes } from '../../../../core/problems/text-of-bytes.ts'
import { localName } from '../../../../locales/local-name.ts'
import { useOpenPlace } from '../../../airport/use-open-place.ts'
import { Cover } from '../../../desk/cover.tsx'
import { addWords } from '../../../i18n/add-words.ts'
import { useRights } from '../../../live/alarms/use-watch-query.ts'
import { refreshPlaces } from '../../../live/places/fill-places.ts'
import { usePlaces } from '../../../live/places/place-store.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { ONE_PANEL } from '../../../state/narrow.ts'
import { usePage } from '../../../state/page-store.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Loading, Notice } from '../../../ui/notice.tsx'
import { Panel, Section } from '../../../ui/panel.tsx'
import { WhyNotNote } from '../acknowledge-form.tsx'
import { useLog } from '../log-store.ts'
import { placesWith } from '../places/find-places.ts'
import { zoomToPlace } from '../places/place-zoom.ts'
import { ProblemDetails } from '../problem-details.tsx'
import { ViewChoice } from '../view-choice.tsx'
import styles from '../watch.module.css'
import { useDrawing } from './drawing-store.ts'
import { PlaceForm } from './place-form.tsx'

addWords(import.meta.glob('../../../../locales/*/{places-drawn,problems}.json', { eager: true, import: 'default' }))

/** The guarded places; users with permission draw and import others. */
export default function PlacesPanel() {
  const { t } = useTranslation('places-drawn')
  const isPicking = useDrawing((state) => state.isPicking)
  const rights = useRights()
  const close = () => useLog.getState().show(null)
  if (isPicking) return <PickingBar />
  return (
    <Cover onClose={close}>
      <Panel title={t('title')} label={t('title')} closeLabel={t('close')} onClose={close}>
        <ViewChoice shown="places" />
        <WhyNotNote to="configure" why={rights?.configure ?? null} />
        {rights?.configure === null ? <Adding /> : null}
        <PlaceList />
      </Panel>
    </Cover>
  )
}

/** In place of the panel while the map is drawn on. */
function PickingBar() {
  const { t } = useTranslation('places-drawn')
  const { points, past, undo, setPicking } = useDrawing()
  return (
    <Cover onClose={() => setPicking(false)}>
      <section className={styles.picking} aria-label={t('drawing')}>
        <p role="status">{t('clickMap', { count: points.length })}</p>
        <Button disabled={past.length === 0} onClick={undo}>
          {t('undo')}
        </Button>
        <Button onClick={() => setPicking(false)}>{t('done')}</Button>
      </section>
    </Cover>
  )
}

function Adding() {
  const { t } = useTranslation('places-drawn')
  const { watch } = useServerConnection()
  const queries = useQueryClient()
  const changed = useDrawing((state) => state.changed)
  const lang = usePage((state) => state.lang)
  const [taken, setTaken] = useState<{ of: string | null; told: Told } | null>(null)
  const of = changed?.id ?? null

  async function keep(ask: (access: WatchAccess) => Promise<PlacesTaken>): Promise<boolean> {
    try {
      const answer = await ask(await watch!())
      setTaken({ of, told: changed && answer.problems.length === 0 ? 'changed' : answer })
      refreshPlaces()
      void queries.invalidateQueries({ queryKey: ['watch'] })
      return answer.added.length > 0
    } catch {
      setTaken({ of, told: 'failed' })
      return false
    }
  }

  if (changed) {
    return (
      <Section title={t('changing', { name: localName(changed, lang) })}>
        <PlaceForm key={changed.id} onSave={(feature) => keep((access) => access.changePlace(changed.id, feature))} />
        {taken?.of === changed.id ? <Taken taken={taken.told} /> : null}
      </Section>
    )
  }
  return (
    <Section title={t('add')}>
      <PlaceForm onSave={(feature) => keep((access) => access.addPlaces(JSON.stringify(feature)))} />
      <label className={styles.import}>
        <span>{t('import')}</span>
        <input
          type="file"
          className={styles.importFile}
          accept=".geojson,.json,application/geo+json,application/json"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ''
            if (file) void keep((access) => importFile(access, file))
          }}
        />
      </label>
      {taken && (taken.of === null || taken.told === 'changed') ? <Taken taken={taken.told} /> : null}
    </Section>
  )
}

/**
 * Imports the places of a file; other encodings than UTF-8 are rejected here, since the request is text. Problems of the
 * whole file have its name.
 */
async function importFile(access: WatchAccess, file: File): Promise<PlacesTaken> {
  const read = textOfBytes(new Uint8Array(await file.arrayBuffer()))
  const { added, problems } = read.ok
    ? await access.addPlaces(read.text)
    : { added: [], problems: [problemAt(read.fault)] }
  const named = problems.map(({ where, ...problem }) =>
    where.entry === null ? { ...problem, where: { ...where, field: where.field ?? file.name } } : { ...problem, where },
  )
  return { added, problems: named }
}

/** The server's response to the last place or file; that a change was saved; or that it failed. */
type Told = PlacesTaken | 'changed' | 'failed'

const PROBLEMS_SHOWN = 20

/** The result of the last place or file. */
function Taken({ taken }: { taken: Told }) {
  const { t } = useTranslation('places-drawn')
  const lang = usePage((state) => state.lang)
  const told = useRef<HTMLDivElement>(null)
  // On a phone it would be below the visible area.
  useEffect(() => {
    if (taken) told.current?.scrollIntoView({ block: 'nearest' })
  }, [taken])
  if (taken === 'failed') {
    return (
      <div ref={told}>
        <Notice tone="bad" title={t('failed')} detail={t('failedDetail')} />
      </div>
    )
  }
  if (taken === 'changed') {
    return (
      <div ref={told}>
        <Notice tone="good" title={t('changeKept')} />
      </div>
    )
  }
  const { added, problems } = taken
  const shown = problems.slice(0, PROBLEMS_SHOWN)
  const tone = problems.length === 0 ? 'good' : added.length > 0 ? 'warn' : 'bad'
  return (
    <div ref={told}>
      <Notice
        tone={tone}
        title={added.length === 0 ? t('failed') : t('added', { count: added.length })}
        detail={problems.length === 0 ? undefined : t('refused', { count: problems.length })}
      />
      {shown.length > 0 ? (
        <ul className={styles.problems}>
          {shown.map((problem) => (
            <li key={problemText(problem)}>{problemText(problem, lang)}</li>
          ))}
          {problems.length > shown.length ? (
            <li>{t('moreRefused', { count: problems.length - shown.length })}</li>
          ) : null}
        </ul>
      ) : null}
      <ProblemDetails problems={shown} />
    </div>
  )
}

/** Thousands of rows with buttons would block the page: the others are found by search. */
const LISTED_MAX = 100

/** The guarded places besides the airports. */
function PlaceList() {
  const { t } = useTranslation('places-drawn')
  const lang = usePage((state) => state.lang)
  const { list, places } = usePlaces()
  const openPlace = useOpenPlace()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  if (list === 'loading') return <Loading label={t('title')} />
  if (list === 'failed') return <Notice tone="warn" title={t('listFailed')} />
  const found = wanted.trim() === '' ? places : placesWith(wanted, places)
  const listed = found.slice(0, LISTED_MAX)
  const count =
    listed.length < places.length
      ? t('countListed', { listed: listed.length, count: places.length })
      : t('count', { count: places.length })
  return (
    <Section title={t('guarded')} note={count}>
      {places.length > LISTED_MAX ? (
        <p className={styles.filters}>
          <TextField type="search" label={t('find')} maxLength={120} value={text} onChange={setText} />
        </p>
      ) : null}
      {places.length === 0 ? <p className="faint">{t('none')}</p> : null}
      <ul className={styles.placeList}>
        {listed.map((place) => (
          <li key={place.id}>
            <Button
              onClick={() => {
                // Where there is room for one panel, this one would lie over that of the place.
                if (matchMedia(ONE_PANEL).matches) useLog.getState().show(null)
                openPlace(place.id, zoomToPlace(place))
              }}
            >
              {localName(place, lang)}
            </Button>{' '}
            <span className="faint">
              {[place.group, `${place.ringsKm.join(' / ')} km`, place.isDrawn ? null : t('ofFile')]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
