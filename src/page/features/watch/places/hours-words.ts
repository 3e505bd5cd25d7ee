import type { TFunction } from 'i18next'

/** `Mo-Fr 06:00-22:00; Sa,Su 08:00-12:00` as people write it, in the language of `t`, of the namespace `place`. */
export function hoursText(hours: string, t: TFunction): string {
  const named = (days: string) =>
    days
      .split(',')
      .map((span) =>
        span
          .split('-')
          .map((day) => t(`day.${day}`))
          .join(t('day.to')),
      )
      .join(t('day.and'))
  return hours
    .split(/; ?/)
    .map((part) => {
      const [times = '', days] = part.split(' ').reverse()
      const spans = times.replace('-', '–')
      return days === undefined ? spans : t('hoursOn', { days: named(days), times: spans })
    })
    .join(t('day.next'))
}
