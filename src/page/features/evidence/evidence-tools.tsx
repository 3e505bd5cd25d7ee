import { Camera } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../../i18n/add-words.ts'
import { useShortcuts } from '../../input/use-shortcuts.ts'
import { useCommands } from '../../state/commands.ts'
import { IconButton } from '../../ui/button.tsx'
import { useSaid } from '../../ui/part/use-said.ts'
import styles from './evidence.module.css'
import { TAKE_EVIDENCE } from './evidence-commands.ts'
import { LoopTool } from './loop/loop-tool.tsx'

addWords(import.meta.glob('../../../locales/*/evidence.json', { eager: true, import: 'default' }))

const SAID_MS = 4_000

/** Exports of the map: a picture with its strokes, and a film. */
export default function EvidenceTools() {
  return (
    <>
      <EvidenceTool />
      <LoopTool />
    </>
  )
}

function EvidenceTool() {
  const { t } = useTranslation('evidence')
  const commands = useCommands()
  const [said, setSaid] = useSaid(SAID_MS)
  const take = () => commands.ask(TAKE_EVIDENCE, setSaid)
  useShortcuts({ e: take })
  return (
    <div className={styles.tool} data-rare>
      <IconButton label={t('take')} icon={<Camera size={16} />} onClick={take} />
      <output className={styles.said} data-empty={!said || undefined}>
        {said}
      </output>
    </div>
  )
}
