import { TableProperties } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../../shell/add-words.ts'
import { useShell } from '../../shell/shell-store.ts'
import { useShortcuts } from '../../shell/use-shortcuts.ts'
import { IconButton } from '../../ui/button.tsx'
import { strings } from './strings.ts'

addWords('board', strings)

/** Opens and closes the board, by the button or by its key. */
export default function BoardTool() {
  const { t } = useTranslation('board')
  const open = useShell((state) => state.board.open)
  const toggle = () => useShell.getState().setBoard({ open: !useShell.getState().board.open })
  useShortcuts({ b: toggle })
  return <IconButton label={t('open')} icon={<TableProperties size={16} />} pressed={open} onClick={toggle} />
}
