import { Bell, BellRing } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../../i18n/add-words.ts'
import { useShortcuts } from '../../input/use-shortcuts.ts'
import { IconButton } from '../../ui/button.tsx'
import { useAlerts } from './alert-store.ts'
import { useWaiting } from './waiting/use-waiting.ts'

addWords(import.meta.glob('../../../locales/*/alerts.json', { eager: true, import: 'default' }))

export default function AlertTool() {
  const { t } = useTranslation('alerts')
  const open = useAlerts((state) => state.open)
  const count = useWaiting().length
  const toggle = () => useAlerts.getState().set({ open: !useAlerts.getState().open })
  useShortcuts({ a: toggle })
  return (
    <IconButton
      label={count > 0 ? t('openCount', { count }) : t('open')}
      icon={count > 0 ? <BellRing size={16} /> : <Bell size={16} />}
      pressed={open}
      onClick={toggle}
    />
  )
}
