import { TableProperties } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../../i18n/add-words.ts'
import { useShortcuts } from '../../input/use-shortcuts.ts'
import { usePage } from '../../state/page-store.ts'
import { IconButton } from '../../ui/button.tsx'

addWords(import.meta.glob('../../../locales/*/board.json', { eager: true, import: 'default' }))

export default function BoardTool() {
  const { t } = useTranslation('board')
  const open = usePage((state) => state.board.open)
  const toggle = () => usePage.getState().setBoard({ open: !usePage.getState().board.open })
  useShortcuts({ b: toggle })
  return <IconButton label={t('open')} icon={<TableProperties size={16} />} pressed={open} onClick={toggle} />
}
