import { Camera } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../../i18n/add-words.ts'
import { useShortcuts } from '../../input/use-shortcuts.ts'
import { IconButton } from '../../ui/button.tsx'
import styles from './evidence.module.css'
import { useEvidence } from './evidence-store.ts'
import { strings } from './strings.ts'

addWords('evidence', strings)

const SAID_MS = 4_000

export default function EvidenceTool() {
  const { t } = useTranslation('evidence')
  const said = useEvidence((state) => state.said)
  const { ask, say } = useEvidence.getState()
  useShortcuts({ e: ask })
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => say(null), SAID_MS)
    return () => clearTimeout(timer)
  }, [said, say])
  return (
    <div className={styles.tool}>
      <IconButton label={t('take')} icon={<Camera size={16} />} onClick={ask} />
      <output className={styles.said} data-empty={!said || undefined}>
        {said}
      </output>
    </div>
  )
}
