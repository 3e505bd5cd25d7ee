import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Storm } from '../../../../contract/nowcast.ts'
import type { LatLon } from '../../../../core/geo/geo.ts'
import { isKnown } from '../../../../core/nowcast/coming.ts'
import { courseOf } from '../../../../core/storms/storm-cells.ts'
import { UNKNOWN_SPEED_KMH } from '../../../../core/storms/storm-reach.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { clockText } from '../../../../core/util/format.ts'
import { localName } from '../../../../locales/local-name.ts'
import { airportTitle } from '../../../airport/airport-words.ts'
import { ArrivalScore } from '../../../airport/arrival-score.tsx'
import { comingText, percentText } from '../../../airport/outlook-words.ts'
import { useTowns } from '../../../airport/use-towns.ts'
import { addWords } from '../../../i18n/add-words.ts'
import { useFormat } from '../../../i18n/format.ts'
import { usePlaceLevels } from '../../../live/levels/use-levels.ts'
import { useShownNowcast } from '../../../live/nowcast/use-nowcast.ts'
import { usePlaces } from '../../../live/places/place-store.ts'
import { useAirports } from '../../../live/reports/use-reports.ts'
import { useShownNow } from '../../../live/time/use-shown-at.ts'
import { usePage } from '../../../state/page-store.ts'
import { Section } from '../../../ui/panel.tsx'
import { type GuardedInReach, guardedInReach, inReach } from '../storm-reach.ts'
import styles from '../storms.module.css'
import { useStormFormat } from '../use-storm-format.ts'

addWords(import.meta.glob('../../../../locales/*/outlook.json', { eager: true, import: 'default' }))

const SHOWN = 8

interface NamedPlace extends LatLon {
  id: string
  kind: 'airport' | 'place'
  name: string
}

/** The airports and places that a storm reaches or may reach within two hours, worded as in their panels. */
export function StormPlaces({ storm }: { storm: Storm }) {
  const { t } = useTranslation('storms')
  const { utcTime } = useFormat()
  const { speed } = useStormFormat()
  const nowMs = useShownNow()
  const nowcast = useShownNowcast()
  const places = useNamedPlaces()
  const known = isKnown(nowcast, nowMs) ? nowcast : null
  const found = useMemo(() => known && guardedInReach(storm, places, known), [storm, places, known])
  const hasCourse = courseOf(storm) !== null
  const nowhere = hasCourse ? t('card.arrivalNone') : t('card.noneWithin')
  return (
    <Section title={t('card.arrival')} note={known?.t ? utcTime(Date.parse(known.t)) : null}>
      {hasCourse ? null : (
        <p>
          {storm.motion.kind === 'unknown'
            ? t('card.directionUnknownUpTo', { speed: speed(UNKNOWN_SPEED_KMH) })
            : t('card.directionUnknown')}
        </p>
      )}
      {!found ? <p>{t('card.arrivalUnknown')}</p> : found.length === 0 ? <p>{nowhere}</p> : null}
      {found && found.length > 0 ? (
        <ol className={styles.reached} aria-label={t('card.arrival')}>
          {found.slice(0, SHOWN).map((each) => (
            <li key={each.place.id}>
              <ReachedPlace reached={each} />
            </li>
          ))}
        </ol>
      ) : null}
      <More count={(found?.length ?? 0) - SHOWN} />
      {found?.some(({ arrivesMs }) => arrivesMs !== null) ? <ArrivalScore className="faint" /> : null}
    </Section>
  )
}

/** The towns and counties in the path of a storm, or within its reach where its direction is not known. */
export function StormTowns({ storm, atMs }: { storm: Storm; atMs: number }) {
  const { t } = useTranslation('storms')
  const { compass } = useStormFormat()
  const towns = useTowns(true, 'all')
  const found = useMemo(() => inReach(storm, towns), [storm, towns])
  const course = courseOf(storm)
  const at = (minutes: number) => clockText(atMs + minutes * MINUTE_MS, 'UTC')
  if (towns.length === 0) return null
  return (
    <Section title={t(course ? 'card.towns' : 'card.townsWithin')}>
      {found.length === 0 ? <p>{t(course ? 'card.townsNone' : 'card.townsNoneWithin')}</p> : null}
      <ol className={styles.towns}>
        {found.slice(0, SHOWN).map(({ place, reach, km }) => (
          <li key={`${place.name} ${place.lat} ${place.lon}`}>
            <span>{place.name}</span>
            <span className="faint">
              {reach.earliest === 0
                ? t('card.townNow')
                : reach.latest === null
                  ? t('card.townWithin', { km: Math.round(km) })
                  : t('card.townAt', { from: at(reach.earliest), to: at(reach.latest) })}
            </span>
          </li>
        ))}
      </ol>
      <More count={found.length - SHOWN} />
      {course && found.length > 0 ? (
        <p className="faint">{t('card.atCourse', { compass: compass(course.headingDeg) })}</p>
      ) : null}
    </Section>
  )
}

function More({ count }: { count: number }) {
  const { t } = useTranslation('storms')
  return count > 0 ? <p className="faint">{t('card.more', { count })}</p> : null
}

/** Every airport and guarded place, named in the language of the screen. */
function useNamedPlaces(): NamedPlace[] {
  const airports = useAirports()
  const places = usePlaces((state) => state.places)
  const lang = usePage((state) => state.lang)
  return useMemo(
    () => [
      ...airports.map((airport): NamedPlace => {
        const { icao, lat, lon } = airport
        return { id: icao, lat, lon, kind: 'airport', name: `${icao} ${airportTitle(airport, lang)}` }
      }),
      ...places.map((place): NamedPlace => {
        return { id: place.id, ...place.shape.middle, kind: 'place', name: localName(place, lang) }
      }),
    ],
    [airports, places, lang],
  )
}

function ReachedPlace({ reached }: { reached: GuardedInReach<NamedPlace> }) {
  const { t } = useTranslation('storms')
  const { t: o } = useTranslation('outlook')
  const { place, km, ring, arrivesMs } = reached
  const levels = usePlaceLevels(place.id)
  const lightning = levels.kind === 'told' ? levels.lightning : null
  return (
    <button
      type="button"
      className={styles.storm}
      onClick={() => usePage.getState().select({ kind: place.kind, id: place.id })}
    >
      <span>{place.name}</span>
      {ring && arrivesMs !== null ? <b>{comingText({ kind: 'coming', ...ring }, lightning, o).arrival}</b> : null}
      <span className="faint">
        {ring
          ? t('card.chanceWithin', { km: ring.km, chance: o('briefChance', { chance: percentText(ring.p['30'], o) }) })
          : t('card.townWithin', { km: Math.round(km) })}
      </span>
    </button>
  )
}
