import { useEffect, useState } from 'react'
import { Notice } from '../ui/notice.tsx'
import { comfortStrings } from './comfort-strings.ts'
import { useContract } from './contract-context.ts'
import { createServerWatch } from './server-watch.ts'
import { useWords } from './use-words.ts'

/** Somebody works here: a new version waits until it is called. */
const LOOK_EVERY_MS = 60_000

/** Says when the server has another version of this page. */
export function FreshVersion() {
  const t = useWords('comfort', comfortStrings)
  const { clock, look } = useContract()
  const [fresh, setFresh] = useState(false)
  useEffect(() => {
    const watch = createServerWatch({ clock, look, everyMs: () => LOOK_EVERY_MS })
    watch.subscribe((sight) => {
      if (sight.kind !== 'unreachable') setFresh(sight.kind === 'changed')
    })
    return watch.close
  }, [clock, look])
  if (!fresh) return null
  return (
    <Notice
      tone="info"
      title={t('fresh.title')}
      detail={t('fresh.detail')}
      action={{ label: t('fresh.reload'), onClick: () => location.reload() }}
    />
  )
}
