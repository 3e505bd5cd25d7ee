import { useTranslation } from 'react-i18next'
import { countText } from '../../core/util/format.ts'
import { addWords } from '../i18n/add-words.ts'
import { quantityText, useFormat } from '../i18n/format.ts'
import { type KnownShare, knownCount } from '../live/strikes/known-share.ts'
import type { StrikesNear } from '../live/strikes/strikes-near.ts'
import { Stat, StatGrid } from '../ui/stat.tsx'

addWords(import.meta.glob('../../locales/*/strokes.json', { eager: true, import: 'default' }))

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
  const { t } = useTranslation('strokes')
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
