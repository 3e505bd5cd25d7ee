import { useCallback } from 'react'
import { usePointWords } from './use-point-words.ts'

/** What an element is called; one that we do not know keeps the wire's name. */
export function useElementName(): (name: string) => string {
  const t = usePointWords()
  return useCallback((name: string) => t(`element.${name}`, { defaultValue: name }), [t])
}
