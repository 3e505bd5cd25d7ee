import { MINUTE_MS } from '../../../../core/time/durations.ts'
import type { Fields } from '../fields/fields.ts'
import { ceilingFt, codeConditions, THUNDER_KM } from './metar-coding.ts'
import { type CodedReport, cloudGroup, hourAndMinute, visibilityGroup, windGroups } from './metar-report.ts'
import type { MetarSite } from './metar-site.ts'

const VISIBILITY_STEPS_M = [800, 1_500, 3_000, 5_000]
const CEILING_STEPS_FT = [200, 500, 1_000, 1_500]

/** The landing forecast of the next two hours, as the observer appends it: `NOSIG`, `TEMPO …` or `BECMG …`. */
export function trendOf(fields: Fields, site: MetarSite, now: CodedReport): string {
  if (site.auto) return ''
  const until = `TL${hourAndMinute(now.timeMs + 60 * MINUTE_MS)}`
  const thunders = now.weather?.some((code) => /^[+-]?TS/.test(code)) ?? false
  if (!thunders && stormComes(fields, site, now.timeMs)) {
    return `TEMPO TL${hourAndMinute(now.timeMs + 120 * MINUTE_MS)} 3000 TSRA SCT030CB`
  }
  const laterMs = now.timeMs + 60 * MINUTE_MS
  const later = fields.at(site.place, laterMs)
  const next = codeConditions(site, laterMs, later, later)
  if (thunders && later.thunderKm > THUNDER_KM) return `BECMG ${until} NSW`

  const changes: string[] = []
  if (next.wind && windChanges(now, next)) changes.push(windGroups(next.wind)[0]!)
  if (stepOf(now.visibilityM, VISIBILITY_STEPS_M) !== stepOf(next.visibilityM, VISIBILITY_STEPS_M)) {
    const codes = next.weather?.filter((code) => !/TS/.test(code)) ?? []
    const cleared = codes.length === 0 && (now.weather?.length ?? 0) > 0
    changes.push(visibilityGroup(next.visibilityM ?? 10_000), ...(cleared ? ['NSW'] : codes))
  }
  const ceiling = ceilingFt(next)
  if (ceiling !== null && stepOf(ceilingFt(now), CEILING_STEPS_FT) !== stepOf(ceiling, CEILING_STEPS_FT)) {
    const layer = next.clouds?.find(({ cover }) => cover === 'BKN' || cover === 'OVC')
    if (layer) changes.push(cloudGroup(layer))
  }
  return changes.length === 0 ? 'NOSIG' : `BECMG ${until} ${changes.join(' ')}`
}

function stormComes(fields: Fields, site: MetarSite, ms: number): boolean {
  return [30, 60, 90].some((minutes) => fields.thunderKm(site.place, ms + minutes * MINUTE_MS) <= THUNDER_KM)
}

function windChanges({ wind: now }: CodedReport, { wind: next }: CodedReport): boolean {
  if (!now || !next || next.directionDeg === null) return false
  const strong = next.unit === 'KT' ? 16 : 8
  if (next.speed < strong) return false
  const turn = now.directionDeg === null ? 180 : Math.abs(((next.directionDeg - now.directionDeg + 540) % 360) - 180)
  return turn >= 60 || next.speed - now.speed >= strong / 1.6
}

/** Number of steps above the value. */
function stepOf(value: number | null, steps: number[]): number {
  return value === null ? 0 : steps.filter((step) => value < step).length
}
