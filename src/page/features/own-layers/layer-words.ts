import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ListedLayer } from '../../../contract/layers.ts'
import { localName } from '../../../locales/local-name.ts'
import { addWords } from '../../i18n/add-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { useNow } from '../../live/time/use-now.ts'
import { useShownAt } from '../../live/time/use-shown-at.ts'
import { usePage } from '../../state/page-store.ts'
import { useLayerProgress } from './layer-progress.ts'
import { type LayerStatus, layerStatus } from './layer-status.ts'
import { useWantedLayer, type WantedLayer } from './use-own-layers.ts'

addWords(import.meta.glob('../../../locales/*/own-layers.json', { eager: true, import: 'default' }))

export const useLayerWords = (): TFunction => useTranslation('own-layers').t

export function useLayerName(layer: ListedLayer): string {
  return usePage(({ lang }) => localName(layer, lang))
}

export interface LayerTexts {
  wanted: WantedLayer
  status: LayerStatus
  /** Time of the data: the step, or the time of the request. Null if nothing is shown. */
  of: string | null
  /** Further problems; empty if there are none. */
  trouble: string | null
}

export function useLayerTexts(layer: ListedLayer): LayerTexts {
  const t = useLayerWords()
  const { utcTime, age } = useFormat()
  const nowMs = useNow()
  const shownAtMs = useShownAt()
  const zoom = usePage(({ view }) => view.zoom)
  const wanted = useWantedLayer(layer)
  const progress = useLayerProgress((all) => all[layer.id])
  const status = layerStatus(layer, wanted, progress, { zoom, nowMs })
  const { timeMs } = wanted
  const asOfMs = progress?.moment === wanted.moment ? (progress?.asOfMs ?? null) : null

  function of(): string | null {
    if (timeMs !== null && shownAtMs !== null)
      return t('forMoment', { time: utcTime(timeMs), moment: utcTime(shownAtMs) })
    if (timeMs !== null) return t('ofStep', { time: utcTime(timeMs), age: age(nowMs - timeMs) })
    return asOfMs === null ? null : t('ofNow', { age: age(Math.max(0, nowMs - asOfMs)) })
  }

  function trouble(): string | null {
    switch (status.kind) {
      case 'not-kept':
        return t('notKept', { hours: layer.time?.keepHours })
      case 'too-far-out':
        return t('closer', { zoom: status.fromZoom })
      case 'failed':
        return t('failed', { problem: t(`problem.${status.problem}`) })
      case 'partly':
        return t(layer.kind === 'geojson' ? 'notRenewed' : 'partly', { problem: t(`problem.${status.problem}`) })
      case 'left-out':
        return t('leftOut', { features: status.count })
      case 'stale':
        return t('stale', { age: age(Math.max(0, nowMs - (asOfMs ?? nowMs))) })
      case 'nothing':
        return t('nothing')
      default:
        return null
    }
  }

  if (status.kind === 'loading') {
    return {
      wanted,
      status,
      of: timeMs === null ? t('loadingNow') : t('loading', { time: utcTime(timeMs) }),
      trouble: null,
    }
  }
  const isShown = status.kind !== 'failed' && status.kind !== 'not-kept' && status.kind !== 'too-far-out'
  return { wanted, status, of: isShown ? of() : null, trouble: trouble() }
}
