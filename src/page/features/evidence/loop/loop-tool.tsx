import { Film, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../../../i18n/add-words.ts'
import { MAKE_FILM, useCommands } from '../../../state/commands.ts'
import { usePage } from '../../../state/page-store.ts'
import { IconButton } from '../../../ui/button.tsx'
import styles from '../evidence.module.css'
import { SAVE_LOOP } from '../evidence-commands.ts'

addWords(import.meta.glob('../../../../locales/*/loop.json', { eager: true, import: 'default' }))

const SAID_MS = 5_000

type Making = { kind: 'nothing' } | { kind: 'frames'; done: number; of: number } | { kind: 'said'; text: string }

/** Saves the window up to the shown moment as a film; while one is made, how far it is, and a way to stop it. */
export function LoopTool() {
  const { t } = useTranslation('loop')
  const commands = useCommands()
  const minutes = usePage((state) => state.windowMinutes)
  const [making, setMaking] = useState<Making>({ kind: 'nothing' })
  const stopper = useRef<AbortController | null>(null)

  const start = () => {
    const controller = new AbortController()
    stopper.current = controller
    setMaking({ kind: 'frames', done: 0, of: 0 })
    commands.ask(SAVE_LOOP, {
      signal: controller.signal,
      progress: (done, of) => setMaking({ kind: 'frames', done, of }),
      ended: (text) => setMaking({ kind: 'said', text }),
    })
  }
  const isMaking = making.kind === 'frames'
  useEffect(() => (isMaking ? undefined : commands.attach(MAKE_FILM, start)))
  useEffect(() => () => stopper.current?.abort(), [])
  useEffect(() => {
    if (making.kind !== 'said') return
    const timer = setTimeout(() => setMaking({ kind: 'nothing' }), SAID_MS)
    return () => clearTimeout(timer)
  }, [making])

  return (
    <div className={styles.tool} data-rare>
      {making.kind === 'frames' ? (
        <>
          <IconButton label={t('stop')} icon={<X size={16} />} onClick={() => stopper.current?.abort()} />
          <div className={styles.said}>
            <progress aria-label={t('progress')} max={Math.max(1, making.of)} value={making.done} /> {t('done', making)}
          </div>
        </>
      ) : (
        <IconButton label={t('take', { minutes })} icon={<Film size={16} />} onClick={start} />
      )}
      <output className={styles.said} data-empty={making.kind !== 'said' || undefined}>
        {making.kind === 'said' ? making.text : null}
      </output>
    </div>
  )
}
