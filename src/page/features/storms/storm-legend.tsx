import { useTranslation } from 'react-i18next'
import { addWords } from '../../i18n/add-words.ts'
import { usePage } from '../../state/page-store.ts'
import { Legend } from '../../ui/legend.tsx'
import { OUTLINES, RingGlyph, StormGlyph } from './storm-glyph.tsx'
import { OUTLINE_FROM_ZOOM } from './storm-style.ts'

addWords(import.meta.glob('../../../locales/*/storms.json', { eager: true, import: 'default' }))

/** Rings with their trend arcs, or outlines, in the legend of the desk. */
export default function StormLegend() {
  const { t } = useTranslation('storms')
  const isNear = usePage(({ view }) => view.zoom > OUTLINE_FROM_ZOOM)
  const items = isNear
    ? OUTLINES.map((outline) => ({ swatch: <StormGlyph outline={outline} />, label: t(`trend.${outline}`) }))
    : [
        { swatch: <RingGlyph />, label: t('legendRing') },
        ...(['rising', 'new', 'falling'] as const).map((badge) => ({
          swatch: <RingGlyph badge={badge} />,
          label: t(`arc.${badge}`),
        })),
      ]
  return <Legend label={t('legendTrend')} items={items} />
}
