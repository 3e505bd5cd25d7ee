import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../i18n/add-words.ts'
import { usePage } from '../state/page-store.ts'
import { Notice } from '../ui/notice.tsx'
import { useOutage } from './status/use-outage.ts'

addWords(import.meta.glob('../../locales/*/comfort.json', { eager: true, import: 'default' }))

const KEY = 'brontide.hinted'

/** A hint for first-time users, shown once; it does not block the map, and gives way to the notice of an outage. */
export function Hint() {
  const { t } = useTranslation('comfort')
  const [wanted, setWanted] = useState(isFirstTime)
  const hasFoundOut = usePage((state) => state.selection !== null)
  const outage = useOutage()
  if (!wanted || hasFoundOut || outage) return null
  const touch = matchMedia('(pointer: coarse)').matches
  return (
    <Notice
      tone="info"
      title={t(touch ? 'hint.touch' : 'hint.title')}
      detail={t(touch ? 'hint.touchDetail' : 'hint.detail')}
      action={{
        label: t('hint.ok'),
        onClick: () => {
          remember()
          setWanted(false)
        },
      }}
    />
  )
}

function isFirstTime(): boolean {
  try {
    return localStorage.getItem(KEY) === null
  } catch {
    return false // without storage it would reappear at every visit
  }
}

function remember(): void {
  try {
    localStorage.setItem(KEY, '1')
  } catch {
    // As above.
  }
}
