import { countText } from '../../core/util/format.ts'
import { quantityText, useFormat } from '../i18n/format.ts'
import { useWords } from '../i18n/use-words.ts'
import { type KnownShare, knownCount } from '../live/strikes/known-share.ts'
import type { StrikesNear } from '../live/strikes/strikes-near.ts'
import { Stat, StatGrid } from '../ui/stat.tsx'
import { strokesStrings } from './strokes-words.ts'

interface StrokesStatsProps extends StrikesNear {
  /** Of the circle that `total` was counted in. */
  km: number
  /** Says more than the plain count does. */
  label?: string
  note?: string
  /** When the nearest struck, in words. */
  when(timeMs: number): string
  /** How far the nearest was looked for, where that is further than was counted. */
  reachKm?: number
  /** How much of that time is known; all of it unless said otherwise. */
  share?: KnownShare
}

/** How many strokes struck around a place, and where and when the nearest of them did. */
export function StrokesStats({ km, label, total, note, nearest, when, reachKm, share = 'all' }: StrokesStatsProps) {
  const t = useWords('strokes', strokesStrings)
  const format = useFormat()
  return (
    <StatGrid>
      <Stat
        label={label ?? t('within', { km })}
        value={knownCount(total, share, countText)}
        note={share === 'loading' ? t('loading') : note}
      />
      {nearest ? (
        <Stat
          label={t('nearest')}
          {...format.distance(nearest.km)}
          note={t('lies', { direction: format.compass(nearest.bearingDeg), when: when(nearest.timeMs) })}
        />
      ) : reachKm ? (
        <Stat
          label={t('nearest')}
          value={t('none')}
          note={t('noneWithin', { distance: quantityText(format.distance(reachKm)) })}
        />
      ) : null}
    </StatGrid>
  )
}
