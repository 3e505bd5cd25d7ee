import { useEffect, useState } from 'react'

/** A word that is shown for a moment: the word, null afterwards, and a function that says it. */
export function useSaid<Word extends string>(ms: number) {
  const [said, say] = useState<Word | null>(null)
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => say(null), ms)
    return () => clearTimeout(timer)
  }, [said, ms])
  return [said, say] as const
}

/** A function that copies a text, and for a moment its result. */
export function useCopy(text: string) {
  const [said, say] = useSaid<'copied' | 'copyFailed'>(2_000)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      say('copied')
    } catch {
      say('copyFailed')
    }
  }

  return { said, copy: () => void copy() }
}
