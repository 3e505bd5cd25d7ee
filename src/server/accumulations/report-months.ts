import type { ReportChecks } from '../../contract/verification/accumulations.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import { CHECK_COUNTS, figuresOf } from '../../core/verification/report-checks.ts'
import type { SumStore } from '../history/sum-store.ts'
import { readJson } from './packed-sums.ts'
import type { TakeTurn } from './range-sums.ts'

/** Maximum airports in a response. */
const AIRPORTS_MAX = 500
const DAYS_AT_ONCE = 16

type Counts = readonly number[]

interface ReportWish {
  /** Months such as `2026-07`, or empty. */
  from: string
  to: string
  /** Empty for all airports. */
  icao: string
}

/** Aggregates the reports of days by month and by airport. */
export async function readReportChecks(
  { sums, wish, simulated }: { sums: SumStore; wish: ReportWish; simulated: boolean },
  take: TakeTurn,
): Promise<ReportChecks> {
  const isWanted = (month: string) => month >= wish.from && (wish.to === '' || month <= wish.to)
  const days = (await sums.times('reports', '')).filter((day) => isWanted(monthOf(day)))
  const byMonth = new Map<string, Counts>()
  const byAirport = new Map<string, Counts>()
  for (let i = 0; i < days.length; i += DAYS_AT_ONCE) {
    const some = days.slice(i, i + DAYS_AT_ONCE)
    await take(async () => {
      for (const [day, body] of await sums.between('reports', '', some[0]!, some.at(-1)! + 1)) {
        for (const [icao, counts] of Object.entries(readJson<Record<string, Counts>>(body) ?? {})) {
          if (wish.icao !== '' && icao !== wish.icao) continue
          const month = monthOf(day)
          byMonth.set(month, sumOf(byMonth.get(month), counts))
          byAirport.set(icao, sumOf(byAirport.get(icao), counts))
        }
      }
    })
  }
  const all = [...byMonth.values()].reduce<Counts>(sumOf, [])
  const airports = [...byAirport]
    .map(([icao, counts]) => ({ icao, ...figuresOf(counts) }))
    .filter(({ reports, quiet }) => reports > quiet)
    .sort((a, b) => wrongOf(b) - wrongOf(a) || a.icao.localeCompare(b.icao))
  return {
    state: days.length === 0 ? 'waiting' : 'known',
    simulated,
    from: [...byMonth.keys()][0] ?? null,
    to: [...byMonth.keys()].at(-1) ?? null,
    all: figuresOf(all),
    months: [...byMonth].map(([month, counts]) => ({ month, ...figuresOf(counts) })),
    airports: airports.slice(0, AIRPORTS_MAX),
  }
}

function wrongOf({ missingAt, missingVicinity, overSeen, overNone }: ReturnType<typeof figuresOf>): number {
  return missingAt + missingVicinity + overSeen + overNone
}

function sumOf(before: Counts = [], more: Counts): Counts {
  return Array.from({ length: CHECK_COUNTS }, (_, i) => (before[i] ?? 0) + (more[i] ?? 0))
}

function monthOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 7)
}
