import { useTranslation } from 'react-i18next'
import type { LevelState, PlaceState } from '../../../contract/watch/place-states.ts'
import type { HoldTimer } from '../../../core/airports/lightning-hold-timer.ts'
import { MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import { clockText } from '../../../core/util/format.ts'
import { joinText } from '../../../core/util/join-text.ts'
import { localName, localValue } from '../../../locales/local-name.ts'
import { levelTone } from '../../airport/level-tone.ts'
import {
  dataText,
  earliestEndText,
  endText,
  holdText,
  isOfRing,
  type LevelTeller,
  latestTriggerText,
  levelStateText,
  ruleText,
  snoozeText,
} from '../../airport/level-words.ts'
import { isOutsideHours } from '../../airport/outside-hours.ts'
import { addWords } from '../../i18n/add-words.ts'
import type { LevelsRead } from '../../live/levels/read-levels.ts'
import { useSnoozeOf } from '../../live/levels/use-levels.ts'
import { usePlaces } from '../../live/places/place-store.ts'
import { useAirport } from '../../live/reports/use-reports.ts'
import { usePage } from '../../state/page-store.ts'
import styles from './levels-block.module.css'

addWords(import.meta.glob('../../../locales/*/levels.json', { eager: true, import: 'default' }))

/** A smaller difference to the latest stroke inside contradicts no age on the card, and would flicker in a storm. */
const ELSEWHERE_MS = 10 * SECOND_MS

/** Mainland China uses one time zone. */
const CHINA_ZONE = 'Asia/Shanghai'

interface LevelsBlockProps {
  id: string
  read: Extract<LevelsRead, { kind: 'told' }>
  holdTimer: HoldTimer | null
}

/** The levels of a place: stopped work, and its earliest end. */
export function LevelsBlock({ id, read, holdTimer }: LevelsBlockProps) {
  const { t } = useTranslation('levels')
  const lang = usePage((state) => state.lang)
  const teller: LevelTeller = { t, lang }
  const { lightning, weather, own, by, silentSinceMs } = read
  const snoozed = snoozeText(useSnoozeOf(id), read.nowMs, teller)
  const weatherOn = weather?.levels.some(({ state }) => state === 'on') ? weather : null
  const isOutside = isOutsideHours(
    usePlaces(({ byId }) => byId.get(id)),
    read.nowMs,
  )
  const props = { id, read, holdTimer, teller, isOutside }
  return (
    <div className={styles.block}>
      {by === 'server' ? null : (
        <p className={styles.by}>
          {silentSinceMs === null
            ? t('byPage')
            : t('byPageSilent', { time: `${clockText(silentSinceMs, 'UTC', true)} UTC` })}
        </p>
      )}
      {isOutside ? <p className={styles.by}>{capital(t('outside'))}</p> : null}
      <Ladder state={lightning} {...props} />
      <Data {...props} />
      {snoozed === '' ? null : <p className={styles.snoozed}>{snoozed}</p>}
      {lightning.stops.map(({ id: stop, work, by: who, at }) => (
        <p key={stop} className={styles.stop}>
          {t('stop', { work, by: who, time: `${clockText(Date.parse(at), 'UTC')} UTC` })}
        </p>
      ))}
      {own ? (
        <>
          <h4 className={styles.heading}>{t(own.by === 'server' ? 'own' : 'byPageOwn')}</h4>
          <Ladder state={own.state} {...props} />
        </>
      ) : null}
      {weatherOn ? (
        <>
          <h4 className={styles.heading}>{t('weather')}</h4>
          <Ladder state={weatherOn} {...props} />
        </>
      ) : null}
    </div>
  )
}

interface PartProps extends LevelsBlockProps {
  teller: LevelTeller
  /** Outside the hours of the place: no level turns on. */
  isOutside: boolean
}

function Ladder({ state, ...props }: PartProps & { state: PlaceState }) {
  const { levels, ladder } = state
  const shown = ladder === 'weather' ? levels.filter((level) => level.state === 'on') : levels
  // The most severe active level shows the end that all active levels share.
  const first = levels.find((level) => level.state === 'on')
  return (
    <ul className={styles.ladder} aria-label={props.teller.t(ladder === 'weather' ? 'weather' : 'title')}>
      {shown.map((level) => (
        <Level
          key={level.id}
          level={level}
          index={levels.indexOf(level)}
          state={state}
          isFirst={level === first}
          {...props}
        />
      ))}
    </ul>
  )
}

function Level({
  id,
  level,
  index,
  state: { ladder, rule, observed },
  isFirst,
  isOutside,
  read: { nowMs },
  holdTimer,
  teller,
}: PartProps & { level: LevelState; index: number; state: PlaceState; isFirst: boolean }) {
  const { t, lang } = teller
  const zone = useZoneOf(id)
  const name = localName(level, lang)
  const hold = holdText(level, nowMs, teller)
  const end = endText(level, ladder, true, teller)
  const action = actionTold(level, teller)
  const isOn = level.state === 'on'
  const isUnknown = level.state === 'off' && ladder === 'lightning' && (isOutside || !observed.now)
  const unknown = t(isOutside ? 'unwatched' : 'noData')
  return (
    <li className={styles.level} data-tone={levelTone(level, index)} data-state={level.state}>
      <p className={styles.line}>
        <strong className={styles.name}>{isOfRing(level) ? t('ringName', { km: level.km }) : name}</strong>
        {level.km === null || isOfRing(level) ? null : <span>{t('ringName', { km: level.km })}</span>}
        <span className={styles.state}>{isUnknown ? unknown : levelStateText(level, ladder, nowMs, teller)}</span>
        <span className={styles.latest}>{latestTriggerText(level, nowMs, teller)}</span>
        {isOn ? (
          <span className={styles.countDown}>
            {hold === null ? (
              ladder === 'weather' ? (
                ''
              ) : (
                t('noData')
              )
            ) : (
              <time dateTime={level.end ?? undefined}>{hold}</time>
            )}
          </span>
        ) : null}
      </p>
      {isFirst && ladder === 'lightning' ? (
        <p className={styles.answer}>{earliestEndText(level, zone, teller) || end}</p>
      ) : null}
      {isOn ? (
        <p className={styles.line}>
          {(isFirst && ladder === 'lightning') || end === '' ? null : <span className={styles.end}>{end}</span>}
          {rule ? <span className={styles.rule}>{ruleText(rule, level.holdMin, id, teller)}</span> : null}
        </p>
      ) : null}
      {isOn && action !== '' ? <p>{action}</p> : null}
      {isOn && isElsewhere(level, holdTimer, nowMs) ? <p className={styles.end}>{t('elsewhere')}</p> : null}
    </li>
  )
}

/** `All ramp work stops; take shelter (Ramp control)`. */
function actionTold({ action, actionZh, who }: LevelState, { t, lang }: LevelTeller): string {
  const text = localValue(lang, { en: action, zh: actionZh ?? action }) ?? ''
  const whom = joinText(lang).enumeration(who ?? [])
  return text === '' || whom === '' ? text || whom : t('actionWho', { action: text, who: whom })
}

/**
 * The latest record is inside, but better ones place its stroke outside: levels count records, all else on the card
 * counts strokes.
 */
function isElsewhere({ km, holdMin, last }: LevelState, holdTimer: HoldTimer | null, nowMs: number): boolean {
  const ring = holdTimer?.rings.find((each) => each.km === km)
  if (!ring || !holdTimer || holdTimer.watch.isLoading || last === null) return false
  const lastMs = Date.parse(last)
  const sinceMs = nowMs - holdMin * MINUTE_MS
  return lastMs > sinceMs && lastMs - (ring.lastMs ?? 0) > ELSEWHERE_MS
}

/** How much of the hold time was observed, and the latest gap in it. */
function Data({ read, teller }: PartProps) {
  const { lightning, gap, nowMs } = read
  const level = lightning.levels.find(({ state }) => state === 'on') ?? lightning.levels.at(-1)
  if (!level) return null
  const isWithin = gap && (gap.toMs === null || nowMs - gap.toMs < level.holdMin * MINUTE_MS)
  const text = dataText(level, isWithin ? gap : null, teller)
  return (
    <p className={styles.data} data-gap={isWithin ? '' : undefined}>
      {capital(text)}
    </p>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The time zone of a place, IANA; null if unknown. */
function useZoneOf(id: string): string | null {
  const stated = usePlaces(({ guarded }) => guarded.get(id)?.timeZone ?? null)
  const airport = useAirport(id)
  return stated ?? (airport && airport.province !== null && id.startsWith('Z') ? CHINA_ZONE : null)
}
