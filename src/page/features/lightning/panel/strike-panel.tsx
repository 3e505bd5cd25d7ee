import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bearingDeg } from '../../../../core/geo/geo.ts'
import { nearestWithin } from '../../../../core/geo/nearest-within.ts'
import { type HeldStrike, KEPT_MS } from '../../../../core/strikes/strike-columns.ts'
import { HOUR_MS } from '../../../../core/time/durations.ts'
import { clockText, countText, dateText, numberText, positionText } from '../../../../core/util/format.ts'
import { airportName } from '../../../airport/airport-words.ts'
import { addWords } from '../../../i18n/add-words.ts'
import { quantityText, useFormat } from '../../../i18n/format.ts'
import type { PanelProps } from '../../../live/overlay.ts'
import { useAirports } from '../../../live/reports/use-reports.ts'
import { useShownStrikes } from '../../../live/strikes/use-shown-strikes.ts'
import { useNow } from '../../../live/time/use-now.ts'
import { useFocusFromUrl } from '../../../map/camera/use-focus-from-url.ts'
import { usePage } from '../../../state/page-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Panel, Section } from '../../../ui/panel.tsx'
import { useCopy } from '../../../ui/part/use-said.ts'
import { Stat, StatGrid } from '../../../ui/stat.tsx'
import { POLARITY_KEYS, StrikeGlyph } from '../row/strike-glyph.tsx'
import { createStrikeFinder } from './find-strike.ts'
import { parseStrikeId, type StrikeName } from './strike-id.ts'
import '../words.ts'

addWords(import.meta.glob('../../../../locales/*/strike-card.json', { eager: true, import: 'default' }))

const POSITION_DIGITS = 5
const CLOSE_UP_ZOOM = 8

export default function StrikePanel({ id, onClose }: PanelProps) {
  const { t: card } = useTranslation('strike-card')
  const name = parseStrikeId(id)
  useFocusFromUrl(name, CLOSE_UP_ZOOM)
  return name ? (
    <NamedStrike name={name} onClose={onClose} />
  ) : (
    <Panel title={card('title')} label={card('title')} closeLabel={card('close')} onClose={onClose}>
      <Notice tone="warn" title={card('notAStrike')} detail={card('notAStrikeDetail', { id })} />
    </Panel>
  )
}

function NamedStrike({ name, onClose }: { name: StrikeName; onClose(): void }) {
  const { t: card } = useTranslation('strike-card')
  const [find] = useState(createStrikeFinder)
  const nowMs = useNow()
  const { age } = useFormat()
  const strike = find(name, useShownStrikes().columns)
  const place = positionText(name.lat, name.lon, POSITION_DIGITS)
  return (
    <Panel
      title={card('title')}
      subtitle={place}
      label={card('title')}
      actions={strike ? <CopyButton text={strikeText(strike)} /> : null}
      closeLabel={card('close')}
      onClose={onClose}
    >
      {strike ? (
        <StrikeFacts strike={strike} ageText={age(nowMs - strike.timeMs)} />
      ) : (
        <Notice
          title={card('gone')}
          detail={card('goneDetail', {
            hours: KEPT_MS / HOUR_MS,
            time: instant(name.timeMs, 'UTC', 'UTC'),
            position: place,
          })}
        />
      )}
    </Panel>
  )
}

function StrikeFacts({ strike, ageText }: { strike: HeldStrike; ageText: string }) {
  const { t } = useTranslation('lightning')
  const { t: card } = useTranslation('strike-card')
  const nearest = useNearestAirport(strike)
  const { zone, zoneName, height, compass, distance } = useFormat()
  const { timeMs, polarity, altitudeM, arrivedAtMs, shownAtMs, mdsNs, mcgDeg, status, region, isBest, records } = strike
  const altitude = height(altitudeM)
  return (
    <>
      <Section title={card('when')} note={card('ago', { age: ageText })}>
        <StatGrid>
          <Stat label={card('utc')} value={milliseconds(timeMs, 'UTC')} note={`${dateText(timeMs, 'UTC')} UTC`} />
          <Stat label={zoneName} value={milliseconds(timeMs, zone)} note={`${dateText(timeMs, zone)} ${zoneName}`} />
          <Stat
            label={card('delay')}
            value={numberText(arrivedAtMs === null ? null : (arrivedAtMs - timeMs) / 1_000, 2)}
            unit={arrivedAtMs === null ? undefined : 's'}
          />
          <Stat
            label={card('shown')}
            value={numberText(shownAtMs === null ? null : (shownAtMs - timeMs) / 1_000, 1)}
            unit={shownAtMs === null ? undefined : 's'}
            note={shownAtMs === null ? card('shownNot') : undefined}
          />
        </StatGrid>
      </Section>
      <Section title={card('place')}>
        <StatGrid>
          <Stat
            label={card('nearest')}
            value={nearest ? quantityText(distance(nearest.km)) : '–'}
            note={
              nearest
                ? card('nearestNote', { direction: compass(nearest.bearing), airport: nearest.label })
                : card('nearestNone')
            }
          />
        </StatGrid>
      </Section>
      <Section title={card('quality')}>
        <StatGrid>
          <Stat
            label={card('polarity')}
            value={
              <>
                <StrikeGlyph polarity={polarity} /> {t(POLARITY_KEYS[`${polarity}`])}
              </>
            }
            note={polarity === 0 ? card('polarityNote') : undefined}
          />
          <Stat label={card('altitude')} value={altitude.value} unit={altitude.unit} />
          <Stat label={card('mds')} value={mdsNs === null ? '–' : countText(mdsNs)} unit="ns" note={card('mdsNote')} />
          <Stat
            label={card('mcg')}
            value={quantityText({ value: numberText(mcgDeg, 0), unit: '°' })}
            note={card('mcgNote')}
          />
          <Stat
            label={card('records')}
            value={countText(records)}
            note={records === 1 ? undefined : card(isBest ? 'recordsNote' : 'recordsOther')}
          />
          <Stat label={card('status')} value={status ?? '–'} />
          <Stat label={card('region')} value={region ?? '–'} />
        </StatGrid>
      </Section>
    </>
  )
}

/** The nearest airport, and the direction of the strike from it. */
function useNearestAirport(strike: HeldStrike) {
  const lang = usePage((state) => state.lang)
  const airports = useAirports() // the list may load after the card
  const nearest = nearestWithin(airports, strike, Number.POSITIVE_INFINITY)
  if (!nearest) return null
  const { place: airport, km } = nearest
  const name = airportName(airport, lang)
  return { km, bearing: bearingDeg(airport, strike), label: name ? `${airport.icao} ${name}` : airport.icao }
}

function milliseconds(ms: number, zone: string): string {
  return `${clockText(ms, zone, true)}.${String(Math.floor(ms) % 1_000).padStart(3, '0')}`
}

function instant(ms: number, zone: string, zoneName: string): string {
  return `${dateText(ms, zone)} ${milliseconds(ms, zone)} ${zoneName}`
}

function CopyButton({ text }: { text: string }) {
  const { t: card } = useTranslation('strike-card')
  const { said, copy } = useCopy(text)
  return (
    <Button onClick={copy}>
      <span aria-live="polite">{card(said ?? 'copy')}</span>
    </Button>
  )
}

/** A strike in one line, for a log or a message: names and units of the wire, time in UTC. */
function strikeText(strike: HeldStrike): string {
  const { timeMs, lat, lon, polarity, altitudeM, mdsNs, mcgDeg, status, region, arrivedAtMs, records } = strike
  const parts = [
    new Date(Math.floor(timeMs)).toISOString(),
    `lat ${lat.toFixed(5)}`,
    `lon ${lon.toFixed(5)}`,
    `pol ${polarity}`,
    altitudeM === null ? null : `alt ${altitudeM} m`,
    mdsNs === null ? null : `mds ${mdsNs} ns`,
    mcgDeg === null ? null : `mcg ${mcgDeg} deg`,
    status === null ? null : `status ${status}`,
    region === null ? null : `region ${region}`,
    `records ${records}`,
    arrivedAtMs === null ? null : `arrived after ${((arrivedAtMs - timeMs) / 1_000).toFixed(2)} s`,
  ]
  return parts.filter((part) => part !== null).join(', ')
}
