import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { positionText } from '../../../../core/util/format.ts'
import { zoneName } from '../../../../core/util/local-format.ts'
import { localName, localValue } from '../../../../locales/local-name.ts'
import { useLevelsGlance } from '../../../airport/use-levels-glance.ts'
import { addWords } from '../../../i18n/add-words.ts'
import { joinAlarms, useAlarmLog } from '../../../live/alarms/alarm-log.ts'
import { useRights, useWatchQuery } from '../../../live/alarms/use-watch-query.ts'
import { AirportSections } from '../../../live/desk-slot.tsx'
import type { PanelProps } from '../../../live/overlay.ts'
import { refreshPlaces } from '../../../live/places/fill-places.ts'
import { type ShapedPlace, usePlaces } from '../../../live/places/place-store.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { useSettled } from '../../../live/time/use-settled.ts'
import { useFocusFromUrl } from '../../../map/camera/use-focus-from-url.ts'
import { usePage } from '../../../state/page-store.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Panel, Section } from '../../../ui/panel.tsx'
import { useDrawing } from '../drawing/drawing-store.ts'
import { LogList } from '../log-list.tsx'
import { useLog } from '../log-store.ts'
import styles from '../watch.module.css'
import { hoursText } from './hours-words.ts'
import { zoomToPlace } from './place-zoom.ts'

addWords(
  import.meta.glob('../../../../locales/*/{alarm,watch,place,places-drawn}.json', { eager: true, import: 'default' }),
)

const LISTED_MAX = 20

export default function PlacePanel({ id, onClose }: PanelProps) {
  const { t } = useTranslation('place')
  const { t: page } = useTranslation('page')
  const lang = usePage((state) => state.lang)
  const place = usePlaces(({ byId }) => byId.get(id))
  const list = usePlaces((state) => state.list)
  const { tone, text } = useLevelsGlance(id)
  useFocusFromUrl(place?.shape.middle, place ? zoomToPlace(place) : null)
  return (
    <Panel
      title={place ? localName(place, lang) : id}
      subtitle={place ? <Whereabouts place={place} /> : null}
      actions={place ? <Badge tone={tone}>{text}</Badge> : null}
      label={t('label', { id })}
      closeLabel={t('close')}
      onClose={onClose}
    >
      {place ? (
        <>
          <AirportSections icao={id} />
          <Alarms id={id} />
          <AirportSections icao={id} place="AirportFoot" />
          <ChangePlace place={place} />
        </>
      ) : (
        <Notice tone="unknown" title={t(`unlisted.${list}`, { id })} />
      )}
      <p>{page('notice')}</p>
    </Panel>
  )
}

function Whereabouts({ place }: { place: ShapedPlace }) {
  const { t } = useTranslation('place')
  const lang = usePage((state) => state.lang)
  const { id, group, hours, timeZone, shape, geometry } = place
  const other = localValue(lang, { en: place.nameZh, zh: place.name })
  const guarded =
    hours === null ? t('always') : t('hours', { hours: hoursText(hours, t), zone: zoneName(timeZone ?? 'UTC', lang) })
  const facts = [
    other === localName(place, lang) ? null : other,
    id,
    group,
    t(`geometry.${geometry.type}`),
    positionText(shape.middle.lat, shape.middle.lon),
    guarded,
  ]
  return <Facts facts={facts} />
}

function Alarms({ id }: { id: string }) {
  const { t } = useTranslation('place')
  const held = useAlarmLog((state) => state.alarms)
  const { data } = useWatchQuery(['alarms', { place: id }], (access, signal) =>
    access.alarms({ place: id, limit: String(LISTED_MAX) }, signal),
  )
  const rows = useMemo(() => {
    const own = held.filter(({ place }) => place?.id === id)
    return joinAlarms(own, data ?? []).slice(0, LISTED_MAX)
  }, [held, data, id])
  return (
    <Section title={t('alarms')}>
      <LogList rows={rows} />
    </Section>
  )
}

/**
 * Edits a drawn place, or deletes it after confirmation, with permission; places of the server's file are read-only.
 */
function ChangePlace({ place }: { place: ShapedPlace }) {
  const { t } = useTranslation('places-drawn')
  const { watch } = useServerConnection()
  const rights = useRights()
  const [asked, setAsked] = useState(false)
  const [isRefused, setRefused] = useState(false)
  // The second click of a double click must not delete.
  const isSettled = useSettled(String(asked))
  if (rights?.configure !== null) return null
  if (!place.isDrawn) return <p className="faint">{t('notHere')}</p>

  async function remove() {
    const access = await watch!()
    await access.removePlace(place.id)
    refreshPlaces()
    usePage.getState().select(null)
  }

  function change() {
    useDrawing.getState().change(place)
    useLog.getState().show('places')
  }

  return (
    <div className={styles.buttons}>
      <Button onClick={change}>{t('change')}</Button>
      {asked ? (
        <>
          <Button waits={!isSettled} onClick={() => void remove().catch(() => setRefused(true))}>
            {t('removeSure')}
          </Button>
          <Button onClick={() => setAsked(false)}>{t('keep')}</Button>
        </>
      ) : (
        <Button onClick={() => setAsked(true)}>{t('remove')}</Button>
      )}
      {isRefused ? <Notice tone="warn" title={t('notRemoved')} detail={t('notRemovedDetail')} /> : null}
    </div>
  )
}
