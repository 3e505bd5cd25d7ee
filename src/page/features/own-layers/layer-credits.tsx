import type { ListedLayer } from '../../../contract/layers.ts'
import { useFormat } from '../../i18n/format.ts'
import { useLayerName, useLayerTexts, useLayerWords } from './layer-words.ts'
import styles from './own-layers.module.css'
import { useOwnLayers } from './use-own-layers.ts'

/** Along the bottom of the map: each visible layer with its time and credits. */
export default function LayerCredits() {
  const t = useLayerWords()
  const { own } = useOwnLayers()
  if (!own) return null
  return (
    <ul className={styles.credits} aria-label={t('credits')}>
      {own.layers.map((layer) => (
        <Credit key={layer.id} layer={layer} />
      ))}
    </ul>
  )
}

function Credit({ layer }: { layer: ListedLayer }) {
  const t = useLayerWords()
  const { utcTime } = useFormat()
  const name = useLayerName(layer)
  const { wanted, status } = useLayerTexts(layer)
  if (!wanted.on) return null
  const trouble = status.kind === 'shown' ? null : t(`short.${status.kind}`)
  return (
    <li>
      {name} {wanted.timeMs === null ? null : utcTime(wanted.timeMs)}{' '}
      {trouble === null ? null : (
        <strong className={styles.trouble} data-kind={status.kind}>
          {trouble}
        </strong>
      )}{' '}
      <span className="fine">{layer.attribution}</span>
    </li>
  )
}
