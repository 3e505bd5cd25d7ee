import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { METAR_STATIONS_MAX } from '../../../../contract/limits.ts'
import { distanceKm } from '../../../../core/geo/geo.ts'
import type { ReportStore } from '../../../live/reports/report-store.ts'
import { useLive } from '../../../live/server-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { COMPARED_COLOURS } from './history-charts.ts'
import styles from './report-history.module.css'

const OTHERS_MAX = METAR_STATIONS_MAX - 1

interface CompareAirportsProps {
  icao: string
  compared: readonly string[]
  onCompare(others: readonly string[]): void
}

/** Names other airports; requests start when all are named, so that they cost one call together. */
export function CompareAirports({ icao, compared, onCompare }: CompareAirportsProps) {
  const { t: w } = useTranslation('airport-history')
  const { reports } = useLive()
  const [text, setText] = useState('')
  const [unknown, setUnknown] = useState<string | null>(null)

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const codes = text
      .toUpperCase()
      .split(/[^A-Z0-9]+/)
      .filter(Boolean)
    const stranger = codes.find((code) => !reports.airport(code))
    setUnknown(stranger ?? null)
    if (!stranger) onCompare([...new Set(codes)].filter((code) => code !== icao).slice(0, OTHERS_MAX))
  }

  if (compared.length > 0) {
    return (
      <div className={styles.compare}>
        <ul className={styles.compared} aria-label={w('compareList')}>
          {[icao, ...compared].map((code, i) => (
            <li key={code}>
              <svg width="0.75rem" height="0.5rem" viewBox="0 0 12 8" aria-hidden="true">
                <line x1="0" x2="12" y1="4" y2="4" stroke={COMPARED_COLOURS[i]} strokeWidth="3" />
              </svg>
              {code}
            </li>
          ))}
        </ul>
        <Button onClick={() => onCompare([])}>{w('compareStop')}</Button>
      </div>
    )
  }
  return (
    <form className={styles.compare} onSubmit={submit}>
      <label className={styles.compareField}>
        <span>{w('compare')}</span>
        <input
          value={text}
          placeholder={w('comparePlaceholder')}
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={unknown !== null}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <button type="submit" className={styles.submit} disabled={text.trim() === ''}>
        {w('compareNow')}
      </button>
      <Button onClick={() => onCompare(nearestAirports(reports, icao))}>{w('compareNearest')}</Button>
      <output className={unknown ? styles.unknown : 'visually-hidden'}>
        {unknown ? w('compareUnknown', { code: unknown }) : ''}
      </output>
    </form>
  )
}

function nearestAirports(reports: ReportStore, icao: string): string[] {
  const here = reports.airport(icao)
  if (!here) return []
  return reports
    .airports()
    .filter((airport) => airport.icao !== icao && reports.latest(airport.icao))
    .map((airport) => ({ code: airport.icao, km: distanceKm(here, airport) }))
    .sort((a, b) => a.km - b.km)
    .slice(0, OTHERS_MAX)
    .map(({ code }) => code)
}
