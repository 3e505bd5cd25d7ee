import { useTranslation } from 'react-i18next'
import type { Storm } from '../../../contract/nowcast.ts'
import { countText, positionText } from '../../../core/util/format.ts'
import { airportTitle } from '../../airport/airport-words.ts'
import { arrivalText, percentText } from '../../airport/outlook-words.ts'
import { useTowns } from '../../airport/use-towns.ts'
import { addWords } from '../../i18n/add-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { outlookStrings } from '../../i18n/outlook-strings.ts'
import { useWords } from '../../i18n/use-words.ts'
import { useShownNowcast } from '../../live/nowcast/use-nowcast.ts'
import type { PanelProps } from '../../live/overlay.ts'
import { placeName, usePlaces } from '../../live/places/place-store.ts'
import { useAirport, useReports } from '../../live/reports/use-reports.ts'
import { useStorms } from '../../live/storms/use-storms.ts'
import { useShownNow } from '../../live/time/use-shown-at.ts'
import { useFocusFromUrl } from '../../map/camera/use-focus-from-url.ts'
import { usePage } from '../../state/page-store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Loading, Notice } from '../../ui/notice.tsx'
import { Panel, Section } from '../../ui/panel.tsx'
import { Stat, StatGrid } from '../../ui/stat.tsx'
import { findStorm, parseStormName } from './storm-choice.ts'
import { type Reached, reachedBy } from './storm-reach.ts'
import { strings } from './storm-strings.ts'
import { badgeText, isNearAirport, motionText, placeText, rateText, type StormT } from './storm-words.ts'
import styles from './storms.module.css'
import { useStormFormat } from './use-storm-format.ts'

addWords('storms', strings)

const ZOOM_TO_STORM = 8
const REACHED_SHOWN = 8

/** A storm: where it is, what becomes of it, and which guarded places it reaches when. */
export default function StormPanel({ id, onClose }: PanelProps) {
  const { t } = useTranslation('storms')
  const say = t as StormT
  const { storms, atMs, isLoading } = useStorms()
  const storm = findStorm(id, storms, atMs)
  const named = parseStormName(id)
  useFocusFromUrl(named, ZOOM_TO_STORM)
  const airports = useReports().airports()
  const towns = useTowns(airports.length > 0 && storm !== null && !isNearAirport(storm, airports))
  const lang = usePage((state) => state.lang)
  const format = useStormFormat()
  const title = storm ? placeText(storm, { airports, towns, lang }, format, say) : t('card.title')
  const changed = storm ? badgeText(storm, say) : ''
  return (
    <Panel
      title={title}
      subtitle={storm ? `${t('card.title')} · ${positionText(storm.lat, storm.lon, 2)}` : undefined}
      label={t('card.title')}
      actions={changed ? <Badge tone="warn">{changed}</Badge> : null}
      closeLabel={t('card.close')}
      onClose={onClose}
    >
      {storm ? (
        <StormFacts storm={storm} />
      ) : isLoading && named ? (
        <Loading label={t('looking')} lines={6} />
      ) : (
        <Notice title={t('card.gone')} detail={t('card.goneDetail')} />
      )}
    </Panel>
  )
}

function StormFacts({ storm }: { storm: Storm }) {
  const { t } = useTranslation('storms')
  const say = t as StormT
  const format = useStormFormat()
  const { motion, majorKm, minorKm, strokes } = storm
  return (
    <>
      <Section title={t('card.now')}>
        <StatGrid>
          <Stat label={t('card.rate')} value={rateText(storm, say, 'short')} />
          <Stat label={t('card.strokes')} value={countText(strokes)} />
          <Stat
            label={t('card.motion')}
            value={motionText(storm, format, say)}
            note={motion.kind === 'moving' ? t('card.error', { speed: format.speed(motion.errorKmh) }) : undefined}
          />
          <Stat label={t('card.size')} value={`${Math.round(2 * majorKm)} × ${Math.round(2 * minorKm)} km`} />
        </StatGrid>
      </Section>
      <Arrivals storm={storm} />
    </>
  )
}

/** Which guarded places it reaches when, in the words of their own panels. */
function Arrivals({ storm }: { storm: Storm }) {
  const { t } = useTranslation('storms')
  const { utcTime } = useFormat()
  const nowMs = useShownNow()
  const nowcast = useShownNowcast()
  const reached = reachedBy(storm, nowcast, nowMs)
  const toldMs = nowcast?.t ? Date.parse(nowcast.t) : null
  return (
    <Section title={t('card.arrival')} note={reached && toldMs !== null ? utcTime(toldMs) : null}>
      {reached === null ? (
        <p>{t('card.arrivalUnknown')}</p>
      ) : reached.length === 0 ? (
        <p>{t('card.arrivalNone')}</p>
      ) : (
        <ol className={styles.reached} aria-label={t('card.arrival')}>
          {reached.slice(0, REACHED_SHOWN).map((each) => (
            <li key={each.id}>
              <ReachedPlace reached={each} nowMs={nowMs} />
            </li>
          ))}
        </ol>
      )}
      {reached && reached.length > REACHED_SHOWN ? (
        <p className={styles.faint}>{t('card.more', { count: reached.length - REACHED_SHOWN })}</p>
      ) : null}
    </Section>
  )
}

function ReachedPlace({ reached: { id, ring }, nowMs }: { reached: Reached; nowMs: number }) {
  const o = useWords('outlook', outlookStrings)
  const lang = usePage((state) => state.lang)
  const airport = useAirport(id)
  const place = usePlaces(({ byId }) => byId.get(id))
  const name = place ? placeName(place, lang) : airport ? `${id} ${airportTitle(airport, lang)}` : id
  return (
    <button
      type="button"
      className={styles.storm}
      onClick={() => usePage.getState().select({ kind: place ? 'place' : 'airport', id })}
    >
      <span>{name}</span>
      <b>{o('brief', { km: ring.km, arrival: arrivalText(ring.arrival, nowMs, o) })}</b>
      <span className={styles.faint}>{o('briefChance', { chance: percentText(ring.p['30'], o) })}</span>
    </button>
  )
}
