import { useCallback } from 'react'
import { usePointWords } from './use-point-words.ts'

/** Soil elements are named by layer, for any layers. */
const SOIL_LAYER = /^soil_moisture_(?<from>\d+)_(?<to>\d+)cm(?<mean>_mean)?$/

/** The name of an element; unknown ones keep the wire's name. */
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
