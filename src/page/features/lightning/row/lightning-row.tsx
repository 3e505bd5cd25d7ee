import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { PALETTE_NAMES } from '../../../../core/strikes/age-ramp.ts'
import { chosenBy, POLARITY_SHOWN, WEAK_STRIKE_STYLES } from '../../../../core/strikes/strike-display-options.ts'
import { addWords } from '../../../i18n/add-words.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { useShownStrikes } from '../../../live/strikes/use-shown-strikes.ts'
import { useNow } from '../../../live/time/use-now.ts'
import { useShownAt } from '../../../live/time/use-shown-at.ts'
import { useLightningLine } from '../../../live/use-line-state.ts'
import { WINDOW_MINUTES } from '../../../state/choices.ts'
import { usePage } from '../../../state/page-store.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { mapBox } from '../layer/map-box.ts'
import { useSelectedPlace } from '../panel/selected-place.ts'
import { useRingCounts } from '../panel/use-ring-counts.ts'
import { lightningFacts } from './lightning-facts.ts'
import styles from './lightning-row.module.css'
import { type LightningStatus, lightningStatus, type Phrase } from './lightning-status.ts'
import { pastStatus } from './past-status.ts'
import { useKnowsPolarity } from './use-knows-polarity.ts'
import '../words.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { clockText, positionText } from '../../../../core/util/format.ts'
import { FeaturesInViewList, LISTED_MAX } from '../../../desk/panels/features-in-view-list.tsx'
import { knownShare } from '../../../live/strikes/known-share.ts'
import { strikeId } from '../panel/strike-id.ts'
import { POLARITY_KEYS, StrikeGlyph } from './strike-glyph.tsx'

addWords(import.meta.glob('../../../../locales/*/lightning-row.json', { eager: true, import: 'default' }))

const WINDOW_OPTIONS = WINDOW_MINUTES.map((value) => ({ value: value as number, label: String(value) }))

export default function LightningRow() {
  const { t } = useTranslation('lightning')
  const windowMinutes = usePage((state) => state.windowMinutes)
  const choice = usePage((state) => state.strikeDisplay)
  const knowsPolarity = useKnowsPolarity()
  const setStrikeDisplay = usePage((state) => state.setStrikeDisplay)
  const setWindowMinutes = usePage((state) => state.setWindowMinutes)
  const { t: own } = useTranslation('lightning-row')

  return (
    <div className={styles.row}>
      <Said words={own} />
      <div className={styles.window}>
        <Segmented label={t('window')} value={windowMinutes} options={WINDOW_OPTIONS} onChange={setWindowMinutes} />
        <span aria-hidden="true">{t('min')}</span>
      </div>
      <details className={styles.choices} data-about>
        <summary>{own('display')}</summary>
        <Choice
          name="count"
          value={choice.records ? 'records' : 'strokes'}
          values={['strokes', 'records']}
          onChange={(value) => setStrikeDisplay({ records: value === 'records' })}
        />
        <p className={styles.detail}>{own('count.note')}</p>
        <Choice
          name="weak"
          value={choice.weak}
          values={WEAK_STRIKE_STYLES}
          onChange={(weak) => setStrikeDisplay({ weak })}
        />
        <Choice
          name="farOut"
          value={choice.density ? 'density' : 'marks'}
          values={['density', 'marks']}
          onChange={(value) => setStrikeDisplay({ density: value === 'density' })}
        />
        <p className={styles.detail}>{own('cells')}</p>
        {knowsPolarity ? (
          <Choice
            name="polarity"
            value={choice.polarity}
            values={POLARITY_SHOWN}
            onChange={(polarity) => setStrikeDisplay({ polarity })}
          />
        ) : null}
        <Choice
          name="palette"
          value={choice.palette}
          values={PALETTE_NAMES}
          onChange={(palette) => setStrikeDisplay({ palette })}
        />
      </details>
      <StrikeList words={own} />
    </div>
  )
}

interface ChoiceProps<Value extends string> {
  /** The group of its texts. */
  name: string
  value: Value
  values: readonly Value[]
  onChange(value: Value): void
}

function Choice<Value extends string>({ name, values, ...rest }: ChoiceProps<Value>) {
  const { t } = useTranslation('lightning-row')
  const textOf = (key: string) => t(`${name}.${key}`)
  const label = textOf('label')
  return (
    <div className={styles.choice}>
      <span aria-hidden="true">{label}</span>
      <Segmented label={label} options={values.map((value) => ({ value, label: textOf(value) }))} {...rest} />
    </div>
  )
}

/** The status of the layer, updated once a second; separate from the choices. */
function Said({ words }: { words: TFunction }) {
  const { t } = useTranslation('lightning')
  const { tone, headline, details, afar, spoken } = useRowStatus()
  const isAlwaysShown = ({ key }: Phrase) => key.startsWith('row.observed') || afar.some((each) => each.key === key)
  const say = ({ key, values }: Phrase) => t(key, values)
  return (
    <>
      <div className={styles.said}>
        <p className={styles.headline} data-tone={tone}>
          {say(headline)}
        </p>
        {details.map((detail) => (
          <p key={detail.key} className={styles.detail} data-about={!isAlwaysShown(detail) || undefined}>
            {say(detail)}
          </p>
        ))}
        <RingCounts words={words} />
      </div>
      <p role="status" className="visually-hidden">
        {say(spoken)}
      </p>
    </>
  )
}

function RingCounts({ words }: { words: TFunction }) {
  const records = usePage((state) => state.strikeDisplay.records)
  const rings = useRingCounts(useSelectedPlace())
  if (rings.length === 0) return null
  const said = rings.map(({ km, count }) => words('ring', { km, count }))
  return (
    <p className={styles.detail}>
      {words('rings', { rings: said.join(words('comma')), ...(records && { context: 'records' }) })}
    </p>
  )
}

/** The texts of the row: of the live feed, or of the shown moment. */
function useRowStatus(): LightningStatus {
  const connection = useServerConnection()
  const { utcTime } = useFormat()
  const windowMinutes = usePage((state) => state.windowMinutes)
  const lang = usePage((state) => state.lang)
  const choice = usePage((state) => state.strikeDisplay)
  const held = useShownStrikes()
  const shownAtMs = useShownAt()
  useNow() // strikes are held outside React: the clock triggers updates
  useLightningLine()
  if (shownAtMs === null) return lightningStatus(lightningFacts(connection, mapBox(), windowMinutes, choice), lang)
  const time = utcTime(shownAtMs, true)
  const past = pastStatus({ held, shownAtMs, windowMinutes, view: mapBox(), choice, time })
  return { tone: 'warn', ...past, afar: past.details, spoken: { key: 'past.spoken', values: {} } }
}

function StrikeList({ words }: { words: TFunction }) {
  const { t } = useTranslation('lightning')
  const { clock } = useServerConnection()
  const held = useShownStrikes()
  const { columns } = held

  function look() {
    const { shownAtMs, windowMinutes, strikeDisplay } = usePage.getState()
    const endMs = shownAtMs ?? clock.now()
    const sinceMs = endMs - windowMinutes * MINUTE_MS
    const chosen = { ...chosenBy(strikeDisplay), ...(shownAtMs !== null && { untilMs: endMs }) }
    const strikes = columns
      .latest(LISTED_MAX, sinceMs, mapBox(), chosen)
      .map((sequence) => columns.at(sequence)!)
      .sort((a, b) => b.timeMs - a.timeMs)
    const things = strikes.map((strike) => {
      const position = positionText(strike.lat, strike.lon, 2)
      const time = clockText(strike.timeMs, 'UTC', true)
      return {
        kind: 'strike',
        id: strikeId(strike),
        at: strike,
        said: columns.knowsPolarity ? t(POLARITY_KEYS[`${strike.polarity}`]) : '',
        content: (
          <>
            <StrikeGlyph polarity={strike.polarity} />
            <span>{time} UTC</span>
            <span>{position}</span>
          </>
        ),
      }
    })
    const isKnown = knownShare(held, sinceMs, endMs) === 'all'
    const none = words(isKnown ? 'list.none' : 'list.noneKnown')
    return { things, none, all: columns.countSince(sinceMs, mapBox(), chosen) }
  }

  return (
    <FeaturesInViewList
      title={words('list.title')}
      look={look}
      note={(counts) => words('list.newest', counts)}
      none={words('list.none')}
    />
  )
}
