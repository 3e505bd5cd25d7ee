import { countText } from '../../core/util/format.ts'
import { quantityText, useFormat } from '../i18n/format.ts'
import { useWords } from '../i18n/use-words.ts'
import { type KnownShare, knownCount } from '../live/strikes/known-share.ts'
import type { StrikesNear } from '../live/strikes/strikes-near.ts'
import { Stat, StatGrid } from '../ui/stat.tsx'

/** Texts of strikes around a place. */
const strokesStrings = {
  en: {
    within: 'Strokes within {{km}} km',
    nearest: 'Nearest stroke',
    lies: '{{direction}}, {{when}}',
    none: 'None received',
    loading: 'Loading',
    noneWithin: 'within {{distance}}',
  },
  zh: {
    within: '{{km}} km 内闪电',
    nearest: '最近的闪电',
    lies: '{{direction}}方，{{when}}',
    none: '未收到',
    loading: '加载中',
    noneWithin: '{{distance}} 内',
  },
} as const

interface StrokesStatsProps extends StrikesNear {
  /** Of the circle that `total` was counted in. */
  km: number
  /** A more specific label than the count. */
  label?: string
  note?: string
  /** When the nearest struck, in words. */
  when(timeMs: number): string
  /** Search radius of the nearest, if larger than that of the count. */
  reachKm?: number
  /** Known share of the period; complete by default. */
  share?: KnownShare
}

/** Number of strokes around a place, with distance and time of the nearest. */
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
