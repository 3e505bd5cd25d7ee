import { useCallback } from 'react'
import { usePointWords } from './use-point-words.ts'

/** Soil is told by the layer, whichever layers there are. */
const SOIL_LAYER = /^soil_moisture_(?<from>\d+)_(?<to>\d+)cm(?<mean>_mean)?$/

/** What an element is called; one that we do not know keeps the wire's name. */
export function useElementName(): (name: string) => string {
  const t = usePointWords()
  return useCallback(
    (name: string) => {
      const soil = SOIL_LAYER.exec(name)?.groups
      if (soil) return t(soil.mean ? 'soilMoistureMean' : 'soilMoisture', { layer: `${soil.from}–${soil.to}` })
      return t(`element.${name}`, { defaultValue: name })
    },
    [t],
  )
}
