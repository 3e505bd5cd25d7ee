import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { positionText } from '../../../../core/util/format.ts'
import { zoneName } from '../../../../core/util/local-format.ts'
import { localName, localValue } from '../../../../locales/local-name.ts'
import { useLevelsGlance } from '../../../airport/use-levels-glance.ts'
import { addWords } from '../../../i18n/add-words.ts'
import { joinAlarms, useAlarmLog } from '../../../live/alarms/alarm-log.ts'
import { useWatchQuery } from '../../../live/alarms/use-watch-query.ts'
import { AirportSections } from '../../../live/desk-slot.tsx'
import type { PanelProps } from '../../../live/overlay.ts'
import { type ShapedPlace, usePlaces } from '../../../live/places/place-store.ts'
import { useFocusFromUrl } from '../../../map/camera/use-focus-from-url.ts'
import { usePage } from '../../../state/page-store.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Panel, Section } from '../../../ui/panel.tsx'
import { ChangePlace } from '../drawing/change-place.tsx'
import { LogList } from '../log-list.tsx'
import { hoursText } from './hours-words.ts'
import { zoomToPlace } from './place-zoom.ts'

addWords(import.meta.glob('../../../../locales/*/{alarm,watch,place}.json', { eager: true, import: 'default' }))

const LISTED_MAX = 20

/** A guarded place: its state, nowcast and alarms. */
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

/** The alarms of the place, newest first. */
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
