import type { ListedLayer } from '../../../contract/layers.ts'
import { LiveOnlyNotice } from '../../desk/live-only-notice.tsx'
import { SwitchedRow } from '../../desk/panels/switched-row.tsx'
import { usePage } from '../../state/page-store.ts'
import { useLayerName, useLayerTexts, useLayerWords } from './layer-words.ts'
import styles from './own-layers.module.css'
import { useOwnLayers, type WantedLayer } from './use-own-layers.ts'

export default function LayerRows() {
  const t = useLayerWords()
  const { own, failed } = useOwnLayers()
  if (!own) return failed ? <li className={styles.trouble}>{t('list')}</li> : null
  return own.layers.map((layer) => <LayerRow key={layer.id} layer={layer} />)
}

function LayerRow({ layer }: { layer: ListedLayer }) {
  const name = useLayerName(layer)
  const setOwnLayer = usePage((state) => state.setOwnLayer)
  const opacity = usePage(({ ownLayers }) => ownLayers[layer.id]?.opacity ?? null)
  const said = useLayerTexts(layer)
  const { on } = said.wanted
  return (
    <SwitchedRow name={name} on={on} onToggle={() => setOwnLayer(layer.id, { on: !on, opacity })}>
      {on ? (
        <>
          {layer.time ? null : <LiveOnlyNotice words="rowOfNow" />}
          <div className={`layer-lines ${styles.row}`}>
            {said.of === null ? null : <p>{said.of}</p>}
            {said.trouble === null ? null : (
              <p role="status" className={styles.trouble} data-kind={said.status.kind}>
                {said.trouble}
              </p>
            )}
            <Opacity layer={layer} name={name} wanted={said.wanted} />
            <p className="fine">{layer.attribution}</p>
          </div>
        </>
      ) : null}
    </SwitchedRow>
  )
}

function Opacity({ layer, name, wanted }: { layer: ListedLayer; name: string; wanted: WantedLayer }) {
  const t = useLayerWords()
  const setOwnLayer = usePage((state) => state.setOwnLayer)
  const percent = Math.round(wanted.opacity * 100)
  return (
    <label className={styles.opacity}>
      {t('opacity')}
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={percent}
        aria-label={t('opacityOf', { name })}
        aria-valuetext={`${percent}%`}
        onChange={({ target }) => setOwnLayer(layer.id, { on: wanted.on, opacity: Number(target.value) })}
      />
      <output>{`${percent}%`}</output>
    </label>
  )
}
