import { useEffect, useState } from 'react'
import { useWords } from '../../../i18n/use-words.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { cardStrings } from '../row/card-strings.ts'

const SAID_MS = 2_000

/** Copies `text` to the clipboard and reports the result. */
export function CopyButton({ text }: { text: string }) {
  const card = useWords('strike-card', cardStrings)
  const { clock } = useServerConnection()
  const [said, setSaid] = useState<'copied' | 'copyFailed' | null>(null)
  useEffect(() => (said ? clock.after(SAID_MS, () => setSaid(null)) : undefined), [said, clock])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('copied')
    } catch {
      setSaid('copyFailed')
    }
  }

  return (
    <Button onClick={() => void copy()}>
      <span aria-live="polite">{card(said ?? 'copy')}</span>
    </Button>
  )
}
