import type { TFunction } from 'i18next'

interface WorstCount {
  /** Listed rows, of all with lightning, below VFR or with a report in question. */
  shown: number
  troubled: number
  unknown: number
}

/** `4 of 46 shown, 12 without data`: a list that leaves rows out says so. */
export function worstCountText({ shown, troubled, unknown }: WorstCount, t: TFunction<'board'>): string {
  const count = t(troubled > shown ? 'worst.some' : 'worst.all', { shown, count: troubled })
  return unknown > 0 ? t('worst.withUnknown', { count, unknown: t('worst.unknown', { count: unknown }) }) : count
}
